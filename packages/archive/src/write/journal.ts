import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { processStat } from '@hostspec/files';
import { shapes } from '@hostspec/host-kit';
import { memberPath } from '../archive-index.js';
import { defaultLimits } from '../archive-limits.js';
import { nameLimit } from '../archive-name.js';
import { writeAll } from '../disk.js';
import { type FormatName, formats } from '../formats.js';
import { outcomeShape, runStartShape } from '../manifest-shape.js';
import { journalName, type WorkDirectory } from '../work-directory.js';
import type { Target } from './format.js';

/** The first line of a journal: the archive being made, and the process that makes it. */
export interface JournalHead {
  readonly kind: 'hostspec journal';
  readonly formatVersion: 1;
  readonly format: FormatName;
  /** The archive's file name in the parent of the work directory, or the name of that parent if `inside`. */
  readonly name: string;
  readonly inside?: boolean;
  readonly top?: string;
  /** The process that collects, distinguishable from a later one with the same number. */
  readonly process: string;
}

/** Lines that the system has as soon as they are appended, so that a killed run can be completed. */
export interface Journal {
  /** Appends a line. Returns the position of its first byte. */
  append(json: string): number;
  /** Reads everything that was appended. @throws the system's error, or an Error if some is missing. */
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
    // The line that failed may be there in part.
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

/** Number and start time of a process; undefined if it does not exist or there is no /proc. */
export function processIdentity(pid: number): string | undefined {
  const stat = processStat(pid);
  return stat && `${pid} ${stat.start}`;
}

type Shape = shapes.Shape;
const { count, flag, listOf, objectOf, oneOf, text, valueThat } = shapes;

/** A file name beside the work directory or in a tar. */
const fileName = valueThat(
  `a file name without slashes, at most ${nameLimit} bytes`,
  (value) =>
    typeof value === 'string' && !/^\.{0,2}$|[/\0]/.test(value) && Buffer.byteLength(value) <= nameLimit,
);

const itemPath = valueThat('a path below data/, as names joined by slashes', (value) => {
  if (typeof value !== 'string' || value === '') return false;
  const place = memberPath(value, defaultLimits.depth);
  return (
    'path' in place &&
    place.path === value &&
    value.split('/').every((name) => Buffer.byteLength(name) <= nameLimit)
  );
});

const placedItem = objectOf({ path: itemPath });

/** Shape of a journal's first line. */
export const headShape: Shape = objectOf(
  { format: oneOf(formats), name: fileName, process: text },
  { inside: flag, top: fileName },
);

const placedOutcome = objectOf({ items: listOf(placedItem) });

/** Shape of its other lines. */
export const entryShape: Shape = objectOf(
  {},
  {
    start: runStartShape,
    outcome: (value, at) => outcomeShape(value, at) ?? placedOutcome(value, at),
    stored: listOf(objectOf({ file: text, offset: count })),
  },
);
