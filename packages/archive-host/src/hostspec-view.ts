import { longestPath, normalize } from '@hostspec/host-kit';
import type { Cut, HostProblem, Miss } from '@hostspec/spec';
import { type ArchivedFile, type ArchivedOutcome, emptyFile } from './opened-archive.js';
import { type StoredOutput, storedOutputs } from './stored-output.js';
import { createTree } from './tree.js';
import type { MakeView, Missing } from './view.js';

type Item = ArchivedOutcome['items'][number];

/** Archives of hostspec: the manifest has the source of each item and of missing content. */
export const hostspecView: MakeView = ({ path, outcomes, files: stored }) => {
  const outputs = storedOutputs();
  const files = new Map<string, ArchivedFile>();
  const listings = new Map<string, ArchivedFile>();
  const cuts = new Map<string, Cut | undefined>();
  const misses = new Map<string, Missing>();
  for (const { items, misses: missed = [] } of outcomes.values()) {
    for (const item of items) {
      const file = stored.get(item.path);
      if (!file || isTooLong(item.source)) continue;
      const cut = cutOf(item);
      const argv = argvOf(item);
      const { source: from } = item;
      if (argv) outputs.add(argv, { file, rc: item.rc ?? 0, ...(cut && { cut }) });
      else if (from?.kind === 'listing') listings.set(normalize(from.path), file);
      else if (from?.kind === 'file') {
        // The archive has the unpacked content of a packed log.
        const place = normalize(item.packed ? from.path.replace(/\.[a-z0-9]+$/, '') : from.path);
        files.set(place.slice(1), file);
        cuts.set(place, cut);
      }
    }
    for (const miss of missed) {
      if (isTooLong(miss.source)) continue;
      const argv = argvOf(miss);
      if (argv) outputs.add(argv, outputOf(miss));
      else if (miss.source.kind === 'file' && miss.status === 'empty')
        files.set(normalize(miss.source.path).slice(1), emptyFile);
      else if (miss.source.kind !== 'command')
        misses.set(normalize(miss.source.path), { problem: problemOf(miss.status), reason: miss.reason });
    }
  }
  return {
    tree: createTree({ path, files, links: new Map() }),
    ...outputs,
    listing: (path) => listings.get(path),
    missing: (path) => misses.get(path),
    cut: (path) => cuts.get(path),
  };
};

/** Linux does not allow longer paths. */
function isTooLong(source: Item['source']): boolean {
  return source !== undefined && source.kind !== 'command' && source.path.length > longestPath;
}

/** The command that prints the content; a file in a container is read by a command. */
function argvOf({ source, container }: Pick<Item, 'source' | 'container'>): readonly string[] | undefined {
  if (source?.kind === 'command') return source.argv;
  return container && source && [container.engine, 'exec', container.id, 'cat', source.path];
}

function cutOf({ truncated }: Item): Cut | undefined {
  return truncated && { ...truncated, reason: `already cut in the archive: ${truncated.reason}` };
}

/** A command that failed or printed nothing did run. For others, the reason is known. */
function outputOf({ status, reason, rc }: Miss): StoredOutput {
  if (status === 'empty') return { rc: rc ?? 0 };
  // The status came from the whole output, which the archive does not have.
  return rc === undefined || status !== 'failed'
    ? { problem: problemOf(status), reason, ...(rc === undefined ? {} : { rc }) }
    : { rc, reason };
}

function problemOf(status: Miss['status']): HostProblem {
  return status === 'empty' || status === 'skipped' ? 'absent' : status;
}
