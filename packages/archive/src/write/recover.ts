import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorWords } from '@hostspec/files';
import { isUsablePlace, type OutputPlace } from '@hostspec/files/output';
import { usageError } from '@hostspec/host-kit';
import { HostspecError, type Item, type Outcome, type RunReport, type RunStart } from '@hostspec/spec';
import { endingOf, type FormatName, splitEnding } from '../formats.js';
import { metadataText } from '../manifest.js';
import { sinkError } from '../sink-error.js';
import {
  createWorkDirectory,
  isWorkDirectoryName,
  journalName,
  openWorkDirectory,
  type WorkDirectory,
} from '../work-directory.js';
import { checkFiles, checkItems } from './check-work.js';
import { completeRun, runEnd, tidied } from './complete-run.js';
import type { Target } from './format.js';
import { moveIntoTree } from './into-tree.js';
import type { JournalHead } from './journal.js';
import { ownName, type SinkOptionName } from './place.js';
import { type JournalContent, noRunIn, readJournal } from './read-journal.js';
import { targetFor } from './sinks.js';
import { type ContentFinder, tree } from './stores.js';
import { openTarget } from './target-path.js';

/** Options of `recover`. */
export interface RecoverOptions {
  /** Default: the format of the run. */
  readonly format?: FormatName;
  /** File or folder for the archive. Default: the path that the run would have used, or one beside it for another format. */
  readonly path?: string;
  /** Replace any regular file at `path`, not only an archive of hostspec. Default: false. */
  readonly force?: boolean;
  /** Names the options in errors, for a program whose own options have other names. */
  readonly optionName?: SinkOptionName;
}

/**
 * Completes the archive of a killed run from its work directory (`.<name>.<random>.partial`), and removes that. Returns the archive's path.
 * Unfinished specs are `skipped` with the reason.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if the directory is not a work directory; `SINK` if its run still goes on; `NO_SPACE`;
 * `INVALID_OPTION` if no archive can be made at the path.
 */
export async function recover(directory: string, options: RecoverOptions = {}): Promise<string> {
  const killed = openKilled(directory);
  try {
    const journal = readJournal(killed);
    checkFiles(killed);
    return await rebuild(killed, journal, targetOf(killed.path, journal.head, options));
  } catch (error) {
    killed.release();
    throw error;
  }
}

function openKilled(directory: string): WorkDirectory {
  const path = resolve(directory);
  try {
    const why = whyNoDirectory(path);
    if (why !== undefined)
      throw new HostspecError('INVALID_ARCHIVE', `cannot complete ${path}: ${why}`, { subject: path });
    if (!lstatSync(join(path, journalName), { throwIfNoEntry: false })) throw noRunIn(path);
    return openWorkDirectory(path);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new HostspecError('INVALID_ARCHIVE', `cannot complete ${path}: ${errorWords(error)}`, {
      subject: path,
      cause: error,
    });
  }
}

function whyNoDirectory(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'no such file or directory';
  if (!found.isDirectory()) return 'it is not a directory';
  return undefined;
}

async function rebuild(killed: WorkDirectory, journal: JournalContent, target: Target): Promise<string> {
  const place = openTarget(target);
  try {
    return await rebuildIn(place, killed, journal, target);
  } finally {
    place.close();
  }
}

async function rebuildIn(
  place: OutputPlace,
  killed: WorkDirectory,
  { start, outcomes: journaled, content }: JournalContent,
  target: Target,
): Promise<string> {
  const outcomes = [...journaled.values()].map((outcome) => withContent(outcome, killed, content));
  checkItems(
    killed,
    content,
    outcomes.flatMap((outcome) => outcome.items),
  );
  const items = new Map(
    outcomes.flatMap((outcome) => outcome.items.map((item): [string, number] => [item.path, item.bytes])),
  );
  const work = workFor(killed, target, place);
  if (work === killed) removeRest(killed, content, items);
  const inPlace = work === killed && target.format === 'directory';
  if (inPlace) moveIntoTree(work, content, items);
  const format = target.open({ work, stored: killed, content: inPlace ? tree : content, place });
  const multiOutput = new Set(start.specs.filter((spec) => spec.multiOutput).map((spec) => spec.name));
  try {
    format.begin(start);
    for (const outcome of outcomes) {
      for (const item of outcome.items) format.keep(item);
      await format.write(outcome, metadataText(outcome, multiOutput.has(outcome.name)));
    }
    const json = new Map(outcomes.map((outcome) => [outcome.name, JSON.stringify(outcome)]));
    const end = runEnd({ report: reportOf(start, outcomes), specs: start.specs, outcomes: json, items });
    const where = await completeRun({ format, work, transient: work !== killed }, () => end, false);
    return tidied(where, killed);
  } catch (error) {
    await format.abort();
    if (work !== killed) work.destroy();
    throw sinkError(error, killed.path);
  }
}

/** The work directory itself, unless the archive goes to another file system or others could replace that directory. */
function workFor(killed: WorkDirectory, { name }: Target, place: OutputPlace): WorkDirectory {
  const isOnSame = statSync(place.at('.')).dev === lstatSync(killed.file('.')).dev;
  if (isOnSame && isUsablePlace(dirname(killed.path))) return killed;
  return createWorkDirectory(place, name);
}

function removeRest(killed: WorkDirectory, content: ContentFinder, items: ReadonlyMap<string, number>): void {
  const needed = new Set([...items.keys()].map((path) => content.locate(path).file).concat(journalName));
  for (const file of killed.files()) if (!needed.has(file)) killed.remove(file);
}

/** Where the archive will be. The journal does not allow replacing a file that appeared since. */
function targetOf(
  killed: string,
  head: JournalHead,
  { format = head.format, path, force = false, optionName = ownName }: RecoverOptions,
): Target {
  const make = (at: string): Target =>
    targetFor(format, { path: at, force, optionName, ...(head.top !== undefined && { top: head.top }) });
  if (path !== undefined) return make(path);
  const parent = dirname(killed);
  if (head.inside && format === head.format) return make(parent);
  const base = head.top ?? splitEnding(head.name).stem;
  const name = format === head.format ? head.name : base + endingOf(format);
  const place = join(head.inside ? dirname(parent) : parent, name);
  if (existsSync(place))
    throw usageError(
      `${optionName('path')} is not given, and ${place} already exists; give another path with ${optionName('path')}`,
      optionName('path'),
      place,
    );
  return make(place);
}

/** Drops items whose content was lost, which takes a failing disk or machine. */
function withContent(outcome: Outcome, killed: WorkDirectory, content: ContentFinder): Outcome {
  const isThere = ({ path, bytes }: Item): boolean => {
    const { file, offset } = content.locate(path);
    const stat = lstatSync(killed.file(file), { throwIfNoEntry: false });
    return Boolean(stat?.isFile() && stat.size >= offset + bytes);
  };
  const items = outcome.items.filter(isThere);
  if (items.length === outcome.items.length) return outcome;
  const reason = 'content was lost from the work directory';
  const lost = outcome.items.filter((item) => !items.includes(item));
  const misses = [
    ...outcome.misses,
    ...lost.map((item) => ({ source: item.source, status: 'failed', reason }) as const),
  ];
  return { ...outcome, ...(items.length === 0 && { status: 'failed' }), reason, items, misses };
}

function reportOf({ specs, ...start }: RunStart, outcomes: readonly Outcome[]): RunReport {
  return {
    ...start,
    order: specs.map((spec) => spec.name),
    finished: Math.max(
      start.started,
      ...outcomes.map((outcome) => outcome.started + outcome.duration * 1000),
    ),
    interrupted: 'the collecting process ended without completing the archive',
    notEntered: [],
    notes: [
      'completed later from the work directory; mounts and notes that a run records at its end are not known',
    ],
  };
}

const most = 10;

/** Lists work directories that killed runs of this user left in a directory, and that `recover` can complete. */
export function unfinishedRuns(directory: string): string[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .filter(isWorkDirectoryName)
    .sort()
    .slice(0, most)
    .map((name) => join(directory, name))
    .filter(canBeCompleted);
}

function canBeCompleted(path: string): boolean {
  try {
    const work = openWorkDirectory(path);
    try {
      readJournal(work);
      return true;
    } finally {
      work.release();
    }
  } catch {
    return false;
  }
}
