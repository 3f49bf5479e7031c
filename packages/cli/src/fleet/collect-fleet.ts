import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type ArchivesDirectory,
  type HostLine,
  type HostLines,
  lockDirectory,
  lockName,
  openArchivesDirectory,
  openHostLines,
  unfinishedRuns,
} from '@hostspec/archive';
import { imageMissing } from '@hostspec/remote';
import { type FleetHost, readHosts, type UnusableHost } from '@hostspec/remote/inventory';
import { isHostspecError } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import { whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withProfiles } from '../profiles/with-profiles.js';
import type { options as collectOptions } from '../runs/collect-options.js';
import { timeLimits } from '../runs/collect-options.js';
import { type Interrupts, listenForSignals } from '../runs/signals.js';
import { keepGarbageSmall } from '../runs/small-heap.js';
import { withSettings } from '../settings/option-settings.js';
import { printable } from '../text.js';
import { refuseWith, usageError } from '../usage-error.js';
import { prepareCollecting } from './collect-one.js';
import { type FleetProgress, type HostState, showFleet } from './fleet-progress.js';
import { type FleetSummary, fleetData, fleetText, mostProblems } from './fleet-summary.js';
import { fleetHostOpener, mostAtOnce, parallelOf } from './open-fleet-host.js';
import { type CollectOne, runHosts } from './run-hosts.js';

type CollectValues = Values<typeof collectOptions>;

/** Seconds that a host may take to complete its archive after it was asked to end. */
const patience = 30;

/** Collects the hosts of `--hosts` into a directory and prints the summary; returns the exit status. */
export async function collectFleet(
  options: CollectValues,
  io: Io,
  opener: typeof fleetHostOpener = fleetHostOpener,
  openLines: typeof openHostLines = openHostLines,
): Promise<number> {
  checkOptions(options);
  const values = await withSettings(await withProfiles(options, io), io);
  const { hosts: file = '', limit, output } = values;
  keepGarbageSmall(parallelOf(values) > mostAtOnce);
  const { hosts, notes } = await readHosts(file, limit, { ...io, whyNotRun });
  const node = hosts.find(({ name }) => name.startsWith('kube-node://'));
  if (node && values['node-image'] === undefined) throw imageMissing(node.name);
  for (const note of notes) io.err.write(`hostspec: ${printable(note)}\n`);
  const path = resolve(io.cwd, output ?? '');
  const open = opener(values, path, io);
  const collector = await prepareCollecting(values, io);
  const directory = openArchivesDirectory('--output', path);
  try {
    const unlock = lockDirectory('--output', directory);
    try {
      checkEmpty(directory, values);
      const collectorOf = (stateOf: (name: string) => HostState) => collector({ directory, open, stateOf });
      return await collectHosts(hosts, { directory, openLines, collectorOf }, values, io);
    } finally {
      unlock();
    }
  } finally {
    directory.close();
  }
}

/** Where a fleet is collected to, and how. */
interface Place {
  readonly directory: ArchivesDirectory;
  readonly openLines: typeof openHostLines;
  collectorOf(stateOf: (name: string) => HostState): CollectOne;
}

async function collectHosts(
  hosts: readonly (FleetHost | UnusableHost)[],
  { directory, openLines, collectorOf }: Place,
  values: CollectValues,
  io: Io,
): Promise<number> {
  const { resume = false } = values;
  const states = new Map<string, HostState>();
  const collectOne = collectorOf((name) => states.get(name) ?? {});
  const isDone = resume ? (line: HostLine) => isThere(directory, line) : undefined;
  const lines = openLines(directory, isDone, '; to collect all hosts again: --force');
  const interrupts = listenForSignals(
    io,
    'completing the archives of the hosts that are running; no more are started',
  );
  const todo = hosts.filter(({ name }) => !lines.done.has(name));
  const progress = values.quiet ? quiet : showFleet(todo.length, io);
  try {
    const run = await runAll(todo, values, { lines, progress, states, interrupts, collectOne });
    const summary = {
      ...run,
      directory: directory.path,
      hosts: hosts.length,
      before: hosts.length - todo.length,
      unfinished: unfinishedRuns(directory.path),
    };
    progress.close();
    print(summary, values, io);
    return statusOf(summary, run.noSpace, interrupts);
  } finally {
    progress.close();
    interrupts.end();
    lines.close();
  }
}

const quiet: FleetProgress = { begin() {}, end() {}, close() {} };

interface Fleet {
  readonly lines: HostLines;
  readonly progress: FleetProgress;
  readonly states: Map<string, HostState>;
  readonly interrupts: Interrupts;
  readonly collectOne: CollectOne;
}

type Run = Pick<
  FleetSummary,
  'counts' | 'notStarted' | 'problems' | 'unwritten' | 'seconds' | 'interrupted'
> & { readonly noSpace: boolean };

async function runAll(
  todo: readonly (FleetHost | UnusableHost)[],
  values: CollectValues,
  { lines, progress, states, interrupts, collectOne }: Fleet,
): Promise<Run> {
  const { maxTime } = timeLimits(values);
  const begun = performance.now();
  const counts = { collected: 0, incomplete: 0, failed: 0 };
  const problems: HostLine[] = [];
  let noSpace = false;
  const record = lineKeeper(lines);
  const onEnd = (line: HostLine): void => {
    states.delete(line.name);
    record.keep(line);
    counts[line.outcome]++;
    noSpace ||= line.code === 'NO_SPACE';
    if (line.outcome !== 'collected' && problems.length < mostProblems) problems.push(line);
    progress.end(line);
  };
  for (const host of todo)
    if ('problem' in host) onEnd({ name: host.name, outcome: 'failed', reason: host.problem, seconds: 0 });
  const usable = todo.filter((host): host is FleetHost => !('problem' in host));
  const signal = AbortSignal.any([interrupts.signal, record.signal]);
  const started = await runHosts(usable, {
    parallel: parallelOf(values),
    maxTime,
    signal,
    patience,
    collectOne,
    onStart({ name }) {
      const state: HostState = {};
      states.set(name, state);
      progress.begin(name, state);
    },
    onEnd,
  });
  const { aborted, reason } = signal;
  const unwritten = record.rest();
  return {
    counts,
    problems,
    unwritten,
    noSpace: noSpace || record.noSpace(),
    notStarted: usable.length - started,
    seconds: (performance.now() - begun) / 1000,
    ...(aborted ? { interrupted: String(reason) } : {}),
  };
}

function checkOptions(values: CollectValues): void {
  const { output } = values;
  refuseWith('--hosts', values, ['root', 'archive', 'plan', 'host', 'via', 'target', 'in-process']);
  if (values.resume) refuseWith('--resume', values, ['force']);
  if (output === undefined || output === '-')
    throw usageError(
      '--hosts needs --output: a directory for the archives, which is made if it does not exist',
      '--output',
      output,
    );
}

function checkEmpty(directory: ArchivesDirectory, { resume, force, output }: CollectValues): void {
  const isEmpty = directory.names().every((name) => name === lockName);
  if (resume || force || isEmpty) return;
  throw usageError(
    `--output ${JSON.stringify(output)} is not empty; allowed: a new or an empty directory, --resume for the hosts that were not collected yet, or --force to collect all again`,
    '--output',
    output,
  );
}

function isThere(directory: ArchivesDirectory, { archive }: HostLine): boolean {
  if (archive === undefined || /^\.|\//.test(archive)) return false;
  const stats = lstatSync(directory.at(archive), { throwIfNoEntry: false });
  return stats !== undefined && !stats.isSymbolicLink();
}

/** Prints the path of the directory as the last line. */
function print(summary: FleetSummary, { json, quiet: isQuiet }: CollectValues, io: Io): void {
  if (json) io.out.write(`${JSON.stringify(fleetData(summary))}\n`);
  else io.out.write(`${isQuiet ? '' : fleetText(summary)}${printable(summary.directory)}\n`);
}

function statusOf(
  { counts, notStarted, unwritten }: FleetSummary,
  noSpace: boolean,
  interrupts: Interrupts,
): number {
  const wrong = counts.failed + counts.incomplete + unwritten.length;
  if (wrong + notStarted === 0) return exitStatus.done;
  if (interrupts.signal.aborted) return interrupts.status() ?? exitStatus.failure;
  return noSpace ? exitStatus.noSpace : exitStatus.failure;
}

/** Keeps the lines of hosts, also those that cannot be written at once. */
interface LineKeeper {
  keep(line: HostLine): void;
  /** Aborts with the reason when a line cannot be written: what ends after that might not be found again. */
  readonly signal: AbortSignal;
  /** Whether that was because of a full disk. */
  noSpace(): boolean;
  /** The lines that could not be written, after a last try: completing the archives can have made room. */
  rest(): readonly HostLine[];
}

/** Makes a keeper that writes to a file of lines. */
function lineKeeper(lines: Pick<HostLines, 'append'>): LineKeeper {
  const controller = new AbortController();
  const { signal } = controller;
  let unwritten: HostLine[] = [];
  let isFull = false;
  const keep = (line: HostLine): void => {
    try {
      lines.append(line);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      unwritten.push(line);
      isFull ||= error.code === 'NO_SPACE';
      controller.abort(error.message);
    }
  };
  return {
    keep,
    signal,
    noSpace: () => isFull,
    rest() {
      const again = unwritten;
      unwritten = [];
      for (const line of again) keep(line);
      return unwritten;
    },
  };
}
