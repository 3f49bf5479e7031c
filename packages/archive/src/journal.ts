import { closeSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Outcome, RunStart } from '@hostspec/spec';
import { HostspecError } from '@hostspec/spec';
import { type ContentSource, type Location, tree } from './content-store.js';
import type { FormatName, Target } from './format.js';
import { openRegular } from './open-regular.js';
import type { WorkDirectory } from './work-directory.js';
import { isWorkDirectoryName, journalName } from './work-directory.js';
import { writeAll } from './write-all.js';

/** The first line of a journal: what is being made, and by whom. */
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
  append(json: string): void;
  close(): void;
}

/** What a journal says: all that was finished. */
export interface JournalContent {
  readonly head: JournalHead;
  readonly start: RunStart;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Where the content of items stands. */
  readonly content: ContentSource;
}

/** Begins the journal of a run. */
export function createJournal(work: WorkDirectory, { format, name, inside, top }: Target): Journal {
  const fd = work.create(journalName);
  let whole = true;
  const append = (json: string): void => {
    const line = Buffer.from(`${whole ? '' : '\n'}${json}\n`);
    whole = false;
    writeAll(fd, line);
    whole = true;
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
  return { append, close: () => closeSync(fd) };
}

/**
 * Reads the journal of a run that is over; lines that were not written to their end are passed over.
 *
 * @throws HostspecError `INVALID_ARCHIVE` where there is none or it tells of no run, `SINK` where its process still runs.
 */
export function readJournal(work: WorkDirectory): JournalContent {
  const [first, ...rest] = journalLines(work);
  const head = first as JournalHead | undefined;
  if (head === undefined && isWorkDirectoryName(basename(work.path))) throw nothingIn(work);
  if (head?.kind !== 'hostspec journal' || head.formatVersion !== 1)
    throw new HostspecError(
      'INVALID_ARCHIVE',
      `${work.path} has no ${journalName} of a run; allowed: the work directory of a run that did not end`,
      {
        subject: work.path,
      },
    );
  const pid = Number(head.process.split(' ')[0]);
  if (head.process !== '' && processIdentity(pid) === head.process)
    throw new HostspecError('SINK', `the run in ${work.path} is still going on: process ${pid}`, {
      subject: work.path,
      value: pid,
    });
  const entries = rest as (Entry | null)[];
  const start = entries.find((entry) => entry?.start)?.start;
  if (!start) throw nothingIn(work);
  const outcomes = entries.flatMap((entry) => entry?.outcome ?? []);
  return {
    head,
    start,
    outcomes: new Map(outcomes.map((outcome) => [outcome.name, outcome])),
    content: contentOf(entries, work),
  };
}

/** As the journal is made with the first file and removed as the first. */
function nothingIn({ path }: WorkDirectory): HostspecError {
  return new HostspecError(
    'INVALID_ARCHIVE',
    `${path} holds nothing to complete: its run was killed before it collected anything or after its archive was complete; remove it`,
    { subject: path },
  );
}

interface Entry {
  readonly start?: RunStart;
  readonly outcome?: Outcome;
  /** In the order of the outcome's items. */
  readonly stored?: readonly Location[];
}

/** Some content may have been moved to where it stands in the archive before. */
function contentOf(entries: readonly (Entry | null)[], work: WorkDirectory): ContentSource {
  const stored = new Map<string, Location>();
  for (const entry of entries)
    for (const [index, item] of (entry?.outcome?.items ?? []).entries()) {
      const location = entry?.stored?.[index];
      if (location && /^content\/(\d+|pack)$/.test(location.file)) stored.set(item.path, location);
    }
  return {
    locate(path) {
      const location = stored.get(path);
      return location && !existsSync(work.file(`data/${path}`)) ? location : tree.locate(path);
    },
  };
}

function journalLines(work: WorkDirectory): unknown[] {
  const text = journalText(work);
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

function journalText(work: WorkDirectory): string {
  let fd: number | undefined;
  try {
    fd = openRegular(work.file(journalName));
    return fd === undefined ? '' : readFileSync(fd, 'utf8');
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Number and start of a process; undefined where there is none, or no /proc to ask. */
function processIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${pid} ${start}`;
  } catch {
    return undefined;
  }
}
