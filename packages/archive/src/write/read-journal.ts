import { closeSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { openRegular } from '@hostspec/files';
import { jsonReader } from '@hostspec/host-kit';
import { HostspecError, type Outcome, type RunStart } from '@hostspec/spec';
import { defaultLimits, overLimit } from '../archive-limits.js';
import type { WorkDirectory } from '../work-directory.js';
import { isWorkDirectoryName, journalName } from '../work-directory.js';
import { entryShape, headShape, type JournalHead, processIdentity } from './journal.js';
import { type ContentFinder, type ContentPosition, tree } from './stores.js';

/** What a journal recorded as finished. */
export interface JournalContent {
  readonly head: JournalHead;
  readonly start: RunStart;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly content: ContentFinder;
}

interface Entry {
  readonly start?: RunStart;
  readonly outcome?: Outcome;
  /** In the order of the outcome's items. */
  readonly stored?: readonly ContentPosition[];
}

/**
 * Reads the journal of a run that has ended. Skips incomplete lines.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if there is none, it has no run, or it has what no run writes; `SINK` if its process still runs.
 */
export function readJournal(work: WorkDirectory): JournalContent {
  const [first, ...rest] = journalLines(work);
  if (first === undefined) throw noRunIn(work.path);
  const head = checkedHead(work, first.value);
  const pid = Number(head.process.split(' ')[0]);
  if (head.process !== '' && processIdentity(pid) === head.process)
    throw new HostspecError('SINK', `the run in ${work.path} is still going on: process ${pid}`, {
      subject: work.path,
      value: pid,
    });
  const entries = rest.map(({ number, value }) => {
    const problem = entryShape(value, `line ${number}`);
    if (problem !== undefined) throw badJournal(work, problem);
    return value as Entry;
  });
  const start = entries.find((entry) => entry.start)?.start;
  if (!start) throw nothingIn(work.path);
  const outcomes = entries.flatMap((entry) => entry.outcome ?? []);
  return {
    head,
    start,
    outcomes: new Map(outcomes.map((outcome) => [outcome.name, outcome])),
    content: contentOf(entries, work),
  };
}

function checkedHead(work: WorkDirectory, value: unknown): JournalHead {
  const head = value as JournalHead | undefined;
  if (head?.kind !== 'hostspec journal' || head.formatVersion !== 1)
    throw new HostspecError(
      'INVALID_ARCHIVE',
      `${work.path} has no ${journalName} of a run; allowed: the work directory of a run that did not end`,
      {
        subject: work.path,
      },
    );
  const problem = headShape(head, 'line 1');
  if (problem !== undefined) throw badJournal(work, problem);
  return head;
}

/** The error for a journal that no run writes. */
export function badJournal({ path }: WorkDirectory, problem: string): HostspecError {
  return new HostspecError('INVALID_ARCHIVE', `cannot complete ${path}: ${journalName}: ${problem}`, {
    subject: path,
  });
}

/** The error for a directory without a journal: a run that was killed at once leaves nothing but the name. */
export function noRunIn(path: string): HostspecError {
  if (isWorkDirectoryName(basename(path))) return nothingIn(path);
  return new HostspecError(
    'INVALID_ARCHIVE',
    `cannot complete ${path}: it is not a work directory, which a run that was killed leaves behind as .NAME.RANDOM.partial`,
    { subject: path },
  );
}

/** The journal is made with the first file and removed first. */
function nothingIn(path: string): HostspecError {
  return new HostspecError(
    'INVALID_ARCHIVE',
    `${path} holds nothing to complete: its run was killed before it collected anything or after its archive was complete; remove it`,
    { subject: path },
  );
}

/** Some content may already be at its path in the archive. */
function contentOf(entries: readonly Entry[], work: WorkDirectory): ContentFinder {
  const stored = new Map<string, ContentPosition>();
  for (const entry of entries)
    for (const [index, item] of (entry.outcome?.items ?? []).entries()) {
      const location = entry.stored?.[index];
      if (location && /^content\/(\d+|pack)$/.test(location.file)) stored.set(item.path, location);
    }
  return {
    locate(path) {
      const location = stored.get(path);
      return location && !existsSync(work.file(`data/${path}`)) ? location : tree.locate(path);
    },
    zeros: tree.zeros,
  };
}

interface Line {
  readonly number: number;
  readonly value: unknown;
}

function journalLines(work: WorkDirectory): Line[] {
  const text = journalText(work);
  const json = jsonReader();
  return text.split('\n').flatMap((line, index) => {
    try {
      return [{ number: index + 1, value: json.read(line) }];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw badJournal(work, (error as Error).message);
    }
  });
}

function journalText(work: WorkDirectory): string {
  const file = openJournal(work);
  if (!file) return '';
  try {
    if (file.stat.size > defaultLimits.jsonBytes) throw overLimit(work.path, defaultLimits, 'jsonBytes');
    return readFileSync(file.fd, 'utf8');
  } finally {
    closeSync(file.fd);
  }
}

function openJournal(work: WorkDirectory): ReturnType<typeof openRegular> {
  try {
    return openRegular(work.file(journalName), 'no link');
  } catch {
    return undefined;
  }
}
