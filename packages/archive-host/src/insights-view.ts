import { commandsFolder } from '@hostspec/host-kit';
import { type ArchivedFile, emptyFile, type OpenedArchive } from './opened-archive.js';
import { type StoredOutput, savedOutput, storedOutputs } from './stored-output.js';
import { createTree } from './tree.js';
import type { MakeView, Missing } from './view.js';

/** Archives of insights-core: outputs by name, reasons from the errors in the metadata, if there are any. */
export const insightsView: MakeView = (archive) => {
  const outputs = storedOutputs();
  const saved = new Map<string, ArchivedFile>();
  const outcomes = [...archive.outcomes.values()];
  for (const { path, source: from, rc } of outcomes.flatMap(({ items }) => items)) {
    const file = archive.files.get(path);
    if (file && from?.kind === 'command') outputs.add(from.argv, { file, rc: rc ?? 0 });
  }
  for (const [path, file] of filesBelow(archive, `${commandsFolder}/`)) {
    outputs.addNamed(path, { file, rc: 0 });
    saved.set(path, file);
  }
  for (const [path, file] of filesBelow(archive, 'insights_containers/')) {
    const [id = '', ...names] = path.split('/');
    if (names[0] === commandsFolder) outputs.addContained(id, names.slice(1).join('/'), { file, rc: 0 });
    else outputs.add(['podman', 'exec', id, 'cat', `/${names.join('/')}`], { file, rc: 0 });
  }
  const errors = collectionErrors(outcomes.flatMap((outcome) => outcome.errors ?? []).join('\n'));
  for (const name of errors.empty) outputs.addNamed(name, { rc: 0 });
  for (const { argv, rc, reason } of errors.failed)
    if (!outputs.output(argv)) outputs.add(argv, { rc, reason });
  const empty = errors.emptyFiles.map((path) => [path.slice(1), emptyFile] as const);
  return {
    tree: createTree({
      path: archive.path,
      files: new Map([...empty, ...archive.files]),
      links: archive.links,
    }),
    output: (argv) => outputs.output(argv) ?? notFound(argv, errors.programs) ?? savedOutput(argv, saved),
    commands: outputs.commands,
    hadProgram: (program) => !errors.programs.has(program) && outputs.hadProgram(program),
    missing: (path) => errors.files.get(path),
  };
};

function notFound(
  [program = '']: readonly string[],
  programs: ReadonlySet<string>,
): StoredOutput | undefined {
  return programs.has(program) ? { problem: 'absent', reason: `command not found: ${program}` } : undefined;
}

function* filesBelow({ files }: OpenedArchive, prefix: string): Iterable<[string, ArchivedFile]> {
  for (const [path, file] of files) if (path.startsWith(prefix)) yield [path.slice(prefix.length), file];
}

/** What insights-core's metadata says about what it did not collect. */
interface CollectionErrors {
  readonly programs: ReadonlySet<string>;
  readonly empty: readonly string[];
  readonly emptyFiles: readonly string[];
  readonly failed: readonly FailedCommand[];
  readonly files: ReadonlyMap<string, Missing>;
}

interface FailedCommand {
  readonly argv: readonly string[];
  readonly rc: number;
  readonly reason: string;
}

// The patterns below backtrack over the whole message.
const longestMessage = 8192;

function collectionErrors(tracebacks: string): CollectionErrors {
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

/** `(1, ['timeout', '-s', '9', '10', '/usr/bin/dig', '.'], b'…')`: exit status, words, output. */
function failedCommand(message: string): FailedCommand[] {
  const [, rc, list] = /^\((-?\d+), \[(.*?)\], b?['"]/.exec(message) ?? [];
  if (list === undefined) return [];
  const words = [...list.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/g, '$1'),
  );
  const argv = words[0] === 'timeout' ? words.slice(4) : words;
  return argv.length > 0 ? [{ argv, rc: Number(rc), reason: `${argv[0]} exited with ${rc}` }] : [];
}
