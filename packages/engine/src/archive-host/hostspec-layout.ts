import type { HostProblem, Item, Miss, Outcome, Source } from '@hostspec/spec';
import { below, type Layout, type MakeLayout, type Missing, placeOf } from './layout.js';
import { parseJson } from './parse-json.js';
import { type ArchivedFile, type ArchiveSource, readArchived } from './source.js';
import { type StoredOutput, storedOutputs } from './stored-output.js';
import { createTree } from './tree.js';

interface Manifest {
  readonly kind: 'hostspec';
  readonly hostname: string;
  readonly outcomes: readonly Outcome[];
}

/** An archive of hostspec: its manifest says of each item and of what is missing where it came from. */
export const hostspecLayout: MakeLayout = async (source) => {
  const top = placeOf('manifest.json', source);
  const file = top === undefined ? undefined : source.files.get(below(top, 'manifest.json'));
  const manifest = file && parseJson<Manifest>((await readArchived(file)).toString());
  if (top === undefined || manifest?.kind !== 'hostspec') return undefined;
  return layoutOf(manifest, below(top, 'data'), source);
};

function layoutOf(manifest: Manifest, data: string, source: ArchiveSource): Layout {
  const outputs = storedOutputs();
  const files = new Map<string, ArchivedFile>();
  const listings = new Map<string, ArchivedFile>();
  const cuts = new Map<string, NonNullable<StoredOutput['cut']>>();
  const misses = new Map<string, Missing>();
  for (const { items, misses: missed } of manifest.outcomes) {
    for (const item of items) {
      const file = source.files.get(below(data, item.path));
      if (!file) continue;
      const cut = cutOf(item);
      if (isOutput(item)) outputs.add(argvOf(item), { file, ...rcOf(item), ...(cut && { cut }) });
      else if (item.source.kind === 'listing') listings.set(item.source.path, file);
      else {
        files.set(item.source.path.replace(/^\/+/, ''), file);
        if (cut) cuts.set(item.source.path, cut);
      }
    }
    for (const miss of missed) {
      if (miss.source.kind === 'command') outputs.add(miss.source.argv, outputOf(miss));
      else misses.set(miss.source.path, missingOf(miss));
    }
  }
  return {
    tree: createTree({ files, links: new Map() }, ''),
    output: (argv) => outputs.find(argv),
    hadProgram: (program) => outputs.hadProgram(program),
    listing: (path) => listings.get(path),
    missing: (path) => misses.get(path),
    cut: (path) => cuts.get(path),
    hostname: manifest.hostname,
  };
}

function isOutput(item: Item): item is Item & { readonly source: Exclude<Source, { kind: 'listing' }> } {
  return item.source.kind === 'command' || item.container !== undefined;
}

function argvOf({ source, container }: Item): readonly string[] {
  if (source.kind === 'command') return source.argv;
  return [container?.engine ?? '', 'exec', container?.id ?? '', 'cat', source.path];
}

function rcOf({ rc }: Item): { readonly rc?: number } {
  return { rc: rc ?? 0 };
}

function cutOf({ truncated }: Item): StoredOutput['cut'] {
  return truncated && { ...truncated, reason: `cut before, in the archive: ${truncated.reason}` };
}

/** A command that failed or printed nothing did run; of any other it is known why not. */
function outputOf({ status, reason, rc }: Miss): StoredOutput {
  if (status === 'empty') return { rc: rc ?? 0 };
  return rc === undefined ? { problem: problemOf(status), reason } : { rc, reason };
}

function missingOf({ status, reason }: Miss): Missing {
  return { problem: problemOf(status), reason };
}

function problemOf(status: Miss['status']): HostProblem {
  return status === 'empty' || status === 'skipped' ? 'absent' : status;
}
