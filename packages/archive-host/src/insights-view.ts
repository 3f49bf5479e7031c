import { collectionErrors } from './insights-errors.js';
import { type ArchivedFile, emptyFile, type OpenedArchive } from './opened-archive.js';
import { savedOutput } from './saved-output.js';
import { type StoredOutput, storedOutputs } from './stored-output.js';
import { createTree } from './tree.js';
import type { MakeView } from './view.js';

const commands = 'insights_commands';

/** An archive of insights-core: outputs by their names, reasons from the errors in its metadata, if it has any. */
export const insightsView: MakeView = (archive) => {
  const outputs = storedOutputs();
  const saved = new Map<string, ArchivedFile>();
  const outcomes = [...archive.outcomes.values()];
  for (const { path, source: from, rc } of outcomes.flatMap(({ items }) => items)) {
    const file = archive.files.get(path);
    if (file && from?.kind === 'command') outputs.add(from.argv, { file, rc: rc ?? 0 });
  }
  for (const [path, file] of filesBelow(archive, `${commands}/`)) {
    outputs.addNamed(path, { file, rc: 0 });
    saved.set(path, file);
  }
  for (const [path, file] of filesBelow(archive, 'insights_containers/')) {
    const [id = '', ...names] = path.split('/');
    if (names[0] === commands) outputs.addContained(id, names.slice(1).join('/'), { file, rc: 0 });
    else outputs.add(['podman', 'exec', id, 'cat', `/${names.join('/')}`], { file, rc: 0 });
  }
  const errors = collectionErrors(outcomes.flatMap((outcome) => outcome.errors ?? []).join('\n'));
  for (const name of errors.empty) outputs.addNamed(name, { rc: 0 });
  for (const { argv, rc, reason } of errors.failed)
    if (!outputs.find(argv)) outputs.add(argv, { rc, reason });
  const empty = errors.emptyFiles.map((path) => [path.slice(1), emptyFile] as const);
  return {
    tree: createTree({
      path: archive.path,
      files: new Map([...empty, ...archive.files]),
      links: archive.links,
    }),
    output: (argv) => outputs.find(argv) ?? notFound(argv, errors.programs) ?? savedOutput(argv, saved),
    commands: () => outputs.list(),
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

/** The files below a directory of an archive, by path from there. */
function* filesBelow({ files }: OpenedArchive, prefix: string): Iterable<[string, ArchivedFile]> {
  for (const [path, file] of files) if (path.startsWith(prefix)) yield [path.slice(prefix.length), file];
}
