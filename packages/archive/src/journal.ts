import { closeSync } from 'node:fs';
import type { Outcome, RunStart } from '@hostspec/spec';
import type { WorkDirectory } from './work-directory.js';
import { writeAll } from './write-all.js';

/** The name of the journal in a work directory. */
export const journalName = 'journal.ndjson';

/** The first line of a journal: what is being made. */
export interface JournalHead {
  readonly kind: 'hostspec journal';
  readonly formatVersion: 1;
  readonly format: 'directory' | 'tar.gz' | 'ndjson';
  readonly name: string;
  readonly top?: string;
  readonly tool: string;
}

/** A line of a journal after the first. */
export type JournalEntry = { readonly start: RunStart } | { readonly outcome: Outcome };

/** Lines that are on disk as soon as they are appended, to complete the archive of a run that was killed. */
export interface Journal {
  append(json: string): void;
  close(): void;
}

/** Begins the journal of a run. */
export function createJournal(work: WorkDirectory, head: JournalHead): Journal {
  const fd = work.create(journalName);
  const append = (json: string): void => writeAll(fd, Buffer.from(`${json}\n`));
  append(JSON.stringify(head));
  return { append, close: () => closeSync(fd) };
}
