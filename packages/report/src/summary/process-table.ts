import {
  busyboxProcessRows,
  type Process,
  processRows,
  statusProcessRows,
  type Table,
} from '@hostspec/parse';
import type { Evidence } from './evidence.js';
import { places, type SpecName } from './sources.js';

/** The processes of a host. */
export interface ProcessTable {
  readonly all: readonly Process[];
  /** Without those that only ran to collect the host. */
  readonly processes: readonly Process[];
  readonly from: SpecName;
}

const tables = {
  ps_auxww: processRows,
  ps_auxcww: processRows,
  busybox_ps: busyboxProcessRows,
  proc_status: statusProcessRows,
} as const satisfies Partial<Record<SpecName, Table<Process>>>;

const specs = Object.keys(tables) as (keyof typeof tables)[];

/** The table of processes: a whole one, if there is one. */
export async function processTable({ rows, missing, archive }: Evidence): Promise<ProcessTable | undefined> {
  const isOwn = ownProcesses(archive);
  const found: ProcessTable[] = [];
  for (const from of specs) {
    const all = await rows(from, tables[from]);
    if (all.length > 0) found.push({ all, processes: all.filter((one) => !isOwn(one, from)), from });
  }
  return found.find(({ from }) => missing(from) === undefined) ?? found[0];
}

// A runner that was sent to a host runs without a file there.
const isRunner = /^(?:(?:\S*\/)?hostspec-runner\b|\/proc\/self\/fd\/\d+ --first )/;

// A collector of others does not say how long it ran; its ps needs less.
const unknownRun = 5;

/** Tells the collector's own processes: by their ids, or as a command of the run that has not worked longer than the run. */
function ownProcesses({ manifest, outcomes }: Evidence['archive']) {
  const ids = new Set(manifest?.processes);
  const longest = manifest ? (manifest.finished - manifest.started) / 1000 + 1 : unknownRun;
  const lines = new Set(specs.flatMap((spec) => places[spec].map(({ command }) => ofProgram(command))));
  for (const { items, misses = [] } of outcomes.values())
    for (const { source } of [...items, ...misses])
      if (source?.kind === 'command') lines.add(ofProgram(source.argv.join(' ')));
  return ({ pid, command, seconds }: Process, from: SpecName): boolean => {
    if (ids.has(pid)) return true;
    // Others may give their processes any name: only what was short can be left out by its name.
    if (seconds > longest) return false;
    if (from === 'ps_auxcww' && command === 'ps') return true;
    const line = ofProgram(command.replace(/^(?:\S*\/)?timeout \S+ /, ''));
    // A script has its interpreter before it.
    const script = ofProgram(line.replace(/^\S+ (?:-\S+ )*/, ''));
    return lines.has(line) || lines.has(script) || isRunner.test(command);
  };
}

/** A command line without the directory of its program. */
function ofProgram(line: string): string {
  return line.replace(/^\S*\//, '');
}
