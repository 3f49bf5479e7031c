import type { Missing } from './view.js';

/** The metadata of insights-core about what it did not collect. */
export interface CollectionErrors {
  /** Programs that were not found. */
  readonly programs: ReadonlySet<string>;
  /** File names of outputs that were empty. */
  readonly empty: readonly string[];
  /** Paths of files that were empty. */
  readonly emptyFiles: readonly string[];
  readonly failed: readonly {
    readonly argv: readonly string[];
    readonly rc: number;
    readonly reason: string;
  }[];
  /** Files that could not be collected, by path. */
  readonly files: ReadonlyMap<string, Missing>;
}

interface FailedCommand {
  readonly argv: readonly string[];
  readonly rc: number;
  readonly reason: string;
}

// The regular expressions search for the end of a message repeatedly.
const longestMessage = 8192;

/** Reads the errors that insights-core keeps, the texts of Python's tracebacks. */
export function collectionErrors(tracebacks: string): CollectionErrors {
  const programs = new Set<string>();
  const empty: string[] = [];
  const emptyFiles: string[] = [];
  const failed: FailedCommand[] = [];
  const files = new Map<string, Missing>();
  for (const [, kind, message = ''] of tracebacks.matchAll(/^[\w.]*\b(\w+): (.*)/gm)) {
    if (message.length > longestMessage) continue;
    if (kind === 'CalledProcessError') failed.push(...failedCommand(message));
    if (kind !== 'ContentException') continue;
    const told = (pattern: RegExp, note: (found: string) => void): void => {
      const [, found] = pattern.exec(message) ?? [];
      if (found !== undefined) note(found);
    };
    told(/^Command not found: (\S+)$/, (program) => programs.add(program));
    told(/^Empty \(after filtering\): insights_commands\/(.+)/, (output) => empty.push(output));
    told(/^Empty \(after filtering\): (\/.+)/, (path) => emptyFiles.push(path));
    told(/^(\/.+) does not exist\.$/, (path) => {
      files.set(path, { problem: 'absent', reason: `${path}: did not exist` });
    });
    told(/^Cannot access (\/.+)/, (path) => {
      files.set(path, { problem: 'denied', reason: `${path}: could not be read` });
    });
  }
  return { programs, empty, emptyFiles, failed, files };
}

/** `(1, ['timeout', '-s', '9', '10', '/usr/bin/dig', '.'], b'…')`: the exit status, the words, the output. */
function failedCommand(message: string): FailedCommand[] {
  const [, rc, list] = /^\((-?\d+), \[(.*?)\], b?['"]/.exec(message) ?? [];
  if (list === undefined) return [];
  const words = [...list.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
  const argv = words[0] === 'timeout' ? words.slice(4) : words;
  return argv.length > 0 ? [{ argv, rc: Number(rc), reason: `${argv[0]} exited with ${rc}` }] : [];
}
