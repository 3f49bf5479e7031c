import { splitWords } from '@hostspec/spec';
import { type CollectionErrors, collectionErrors } from './insights-errors.js';
import { below, type Layout, type MakeLayout, placeOf } from './layout.js';
import { parseJson } from './parse-json.js';
import { savedOutput } from './saved-output.js';
import { type ArchivedFile, type ArchiveSource, readArchived } from './source.js';
import { containedName, type StoredOutputs, storedOutputs } from './stored-output.js';
import { createTree } from './tree.js';

const commands = 'insights_commands';
const containers = 'insights_containers';

/** An archive of insights-core: with metadata and a data directory, or an earlier one with all at its top. */
export const insightsLayout: MakeLayout = async (source) => {
  const marked = placeOf('insights_archive.txt', source);
  const top = marked === undefined ? placeOf(commands, source) : below(marked, 'data');
  return top === undefined ? undefined : layoutOf(source, top, below(marked ?? top, 'meta_data'));
};

async function layoutOf(source: ArchiveSource, top: string, metadata: string): Promise<Layout> {
  const outputs = storedOutputs();
  const saved = new Map<string, ArchivedFile>();
  const errors = await addMetadata(source, top, metadata, outputs);
  for (const [path, file] of filesBelow(source, below(top, commands))) {
    outputs.addNamed(path, { file, rc: 0 });
    saved.set(path, file);
  }
  for (const [path, file] of filesBelow(source, below(top, containers))) {
    const [id = '', ...names] = path.split('/');
    if (names[0] === commands) outputs.addNamed(containedName(id, names.slice(1).join('/')), { file, rc: 0 });
    else outputs.add(['podman', 'exec', id, 'cat', `/${names.join('/')}`], { file, rc: 0 });
  }
  for (const name of errors.empty) outputs.addNamed(name, { rc: 0 });
  for (const { argv, rc, reason } of errors.failed)
    if (!outputs.find(argv)) outputs.add(argv, { rc, reason });
  return {
    tree: createTree(source, top),
    output: (argv) => outputs.find(argv) ?? savedOutput(argv, saved),
    hadProgram: (program) => (errors.programs.has(program) ? false : outputs.hadProgram(program)),
    missing: (path) => errors.files.get(path),
  };
}

interface Metadata {
  readonly errors?: unknown;
  readonly results?: unknown;
}

interface Result {
  readonly object?: { readonly cmd?: unknown; readonly rc?: unknown; readonly relative_path?: unknown };
}

/** Takes command lines and exit statuses where the metadata has them; gives what it says of what is missing. */
async function addMetadata(
  source: ArchiveSource,
  top: string,
  metadata: string,
  outputs: StoredOutputs,
): Promise<CollectionErrors> {
  const texts: string[] = [];
  for (const [path, file] of filesBelow(source, metadata)) {
    if (!path.endsWith('.json')) continue;
    const { errors, results } = parseJson<Metadata>((await readArchived(file)).toString()) ?? {};
    if (Array.isArray(errors)) texts.push(...errors.filter((error) => typeof error === 'string'));
    for (const result of [results].flat() as (Result | null | undefined)[]) {
      const { cmd, rc, relative_path: place } = result?.object ?? {};
      const content = typeof place === 'string' ? source.files.get(below(top, place)) : undefined;
      const argv = typeof cmd === 'string' && cmd.startsWith('/') ? wordsOf(cmd) : undefined;
      if (content && argv) outputs.add(argv, { file: content, rc: typeof rc === 'number' ? rc : 0 });
    }
  }
  return collectionErrors(texts);
}

function wordsOf(line: string): string[] | undefined {
  try {
    return splitWords(line);
  } catch {
    return undefined;
  }
}

/** The files below a directory of an archive, by path from there. */
function* filesBelow({ files }: ArchiveSource, directory: string): Iterable<[string, ArchivedFile]> {
  const prefix = `${directory}/`;
  for (const [path, file] of files) if (path.startsWith(prefix)) yield [path.slice(prefix.length), file];
}
