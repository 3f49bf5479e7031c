import { createHash } from 'node:crypto';
import { commandsFolder, mangleCommand } from '@hostspec/host-kit';
import type { ItemPlace } from '@hostspec/spec';
import { encodeName, fitName } from './archive-name.js';

const pathLimit = 2048;

const containersFolder = 'insights_containers';

/** The wanted path of an item's content below `data/`, as its components. */
export function wantedPath(place: ItemPlace): string[] {
  const { container } = place;
  const names = container ? [containersFolder, container.id, ...namesIn(place)] : namesIn(place);
  return shorten(names.map((name) => fitName(encodeName(name || '_'))));
}

function namesIn({ source, saveAs, commandLine, unpackedPath }: ItemPlace): string[] {
  if (source.kind === 'file') {
    const { path } = unpackedPath === undefined ? source : { path: unpackedPath };
    return named(saveAs, path, splitPath(path).at(-1) ?? '_');
  }
  const line = source.kind === 'listing' ? `/bin/ls ${source.path}` : (commandLine ?? source.argv.join(' '));
  const mangled = mangleCommand(line) || '_';
  return [commandsFolder, ...named(saveAs, mangled, mangled)];
}

function named(saveAs: string | undefined, path: string, base: string): string[] {
  const names = splitPath(saveAs?.endsWith('/') ? saveAs + base : (saveAs ?? path));
  return names.length > 0 ? names : ['_'];
}

function splitPath(path: string): string[] {
  return path.split('/').filter((name) => name !== '' && name !== '.');
}

/** Replaces the middle of a path that is too long with a digest. */
function shorten(names: string[]): string[] {
  if (Buffer.byteLength(names.join('/')) <= pathLimit) return names;
  const digest = createHash('sha256').update(names.join('/')).digest('hex').slice(0, 32);
  const head: string[] = [];
  let bytes = 0;
  for (const name of names) {
    bytes += Buffer.byteLength(name) + 1;
    if (bytes > pathLimit / 2) break;
    head.push(name);
  }
  return [...head, `~${digest}`, names.at(-1) ?? '_'];
}

/** Gives each item its own path: no two are equal, and no file's path is also a directory. */
export interface PathAllocator {
  /** Returns a free path for these components, with `~2`, `~3` … if the wanted one is taken. */
  allocate(names: readonly string[]): string;
  release(path: string): void;
}

/** Creates an allocator. No file gets the path of the folder for commands or of that for containers. */
export function pathAllocator(): PathAllocator {
  const files = new Set<string>();
  const parents = new Set<string>([commandsFolder, containersFolder]);
  const renamed = new Map<string, string>();
  const next = new Map<string, number>();

  const free = (parent: string, name: string, isFree: (path: string) => boolean): string => {
    const wanted = parent + name;
    if (isFree(wanted)) return wanted;
    for (let number = next.get(wanted) ?? 2; ; number++) {
      const path = parent + fitName(name, `~${number}`);
      if (!isFree(path)) continue;
      next.set(wanted, number + 1);
      return path;
    }
  };

  const directory = (parent: string, name: string): string => {
    const wanted = parent + name;
    const known = parents.has(wanted) ? wanted : renamed.get(wanted);
    if (known !== undefined) return known;
    const path = free(parent, name, (candidate) => !files.has(candidate));
    parents.add(path);
    if (path !== wanted) renamed.set(wanted, path);
    return path;
  };

  return {
    allocate(names) {
      let parent = '';
      for (const name of names.slice(0, -1)) parent = `${directory(parent, name)}/`;
      const path = free(
        parent,
        names.at(-1) ?? '_',
        (candidate) => !files.has(candidate) && !parents.has(candidate),
      );
      files.add(path);
      return path;
    },
    release: (path) => void files.delete(path),
  };
}
