import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { processStat } from '@hostspec/files';
import type { FormatName } from '../formats.js';
import type { WorkDirectory } from '../work-directory.js';
import { journalName } from '../work-directory.js';
import { writeAll } from '../write-all.js';
import type { Target } from './format.js';

/** The first line of a journal: the archive that is being made, and the process that makes it. */
export interface JournalHead {
  readonly kind: 'hostspec journal';
  readonly formatVersion: 1;
  readonly format: FormatName;
  /** The archive's file name, in the directory that the work directory is in, or of that directory itself. */
  readonly name: string;
  readonly inside?: boolean;
  readonly top?: string;
  /** The process that collects, as told apart from a later one of the same number. */
  readonly process: string;
}

/** Lines that are with the system as soon as they are appended, to complete the archive of a run that was killed. */
export interface Journal {
  /** Appends a line; returns the position of its first byte. */
  append(json: string): number;
  /** Reads everything that was appended. @throws the system's error, or an Error if there is less. */
  read(): Buffer;
  close(): void;
}

/** Begins the journal of a run. */
export function createJournal(work: WorkDirectory, { format, name, inside, top }: Target): Journal {
  const fd = work.create(journalName);
  let whole = true;
  let end = 0;
  const append = (json: string): number => {
    const before = whole ? '' : '\n';
    // A line that could not be written may be there in part.
    if (!whole) end = fstatSync(fd).size;
    const line = Buffer.from(`${before}${json}\n`);
    whole = false;
    writeAll(fd, line);
    whole = true;
    const start = end + before.length;
    end += line.length;
    return start;
  };
  const head: JournalHead = {
    kind: 'hostspec journal',
    formatVersion: 1,
    format,
    name,
    ...(inside && { inside }),
    ...(top !== undefined && { top }),
    process: processIdentity(process.pid) ?? '',
  };
  append(JSON.stringify(head));
  return {
    append,
    read() {
      const content = readFileSync(work.file(journalName));
      if (content.length < end) throw new Error(`${journalName} ended at ${content.length}`);
      return content;
    },
    close: () => closeSync(fd),
  };
}

/** Number and start of a process; undefined if there is none, or no /proc to ask. */
export function processIdentity(pid: number): string | undefined {
  const stat = processStat(pid);
  return stat && `${pid} ${stat.start}`;
}
