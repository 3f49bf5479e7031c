import { resolveLinks } from '@hostspec/host-kit';
import { type ArchiveKind, isHostError } from '@hostspec/spec';
import type { ArchiveFile, ArchiveIndex, ArchiveLink, SkippedMember } from '../archive-index.js';
import { longestPath } from '../archive-index.js';
import { archiveKinds, isMark } from './archive-kinds.js';

/** The locations of the parts of an archive. */
export interface ArchiveLayout {
  readonly kind: ArchiveKind;
  /** Prefix of everything, ends with a slash if it is not empty. */
  readonly top: string;
  /** Prefix of the host's files and of `insights_commands/`. */
  readonly tree: string;
  /** Prefix of the metadata of insights-core; undefined for an archive without them. */
  readonly metadata?: string;
}

/** Recognizes the kind of an archive by its files. */
export function layoutOf({ files, links }: ArchiveIndex): ArchiveLayout {
  const top = topOf([...files.keys(), ...links.keys()]);
  const has = (name: string): boolean => files.has(top + name);
  const hasBelow = (prefix: string): boolean => some(files.keys(), (path) => path.startsWith(top + prefix));
  const names = Object.keys(archiveKinds) as ArchiveKind[];
  const kind = names.find((name) => archiveKinds[name].recognizes({ has, hasBelow })) ?? 'tree';
  const { tree, metadata } = archiveKinds[kind];
  return { kind, top, tree: top + tree, ...(metadata && { metadata: top + metadata }) };
}

/** The one folder that everything is in, unless the archive's own files are beside it. */
function topOf(paths: readonly string[]): string {
  const first = paths[0] ?? '';
  const top = first.slice(0, first.indexOf('/') + 1);
  const isPart = top === 'data/' || isMark(top.slice(0, -1));
  return top !== '' && !isPart && paths.every((path) => path.startsWith(top)) ? top : '';
}

function some<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (test(value)) return true;
  return false;
}

/** The files and links of a host's tree, by path below it. */
export interface ArchiveTree {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** Links that lead to somewhere in the tree: path to path, in which `..` may follow another link. */
  readonly links: ReadonlyMap<string, string>;
  /** The file at a path below the tree, links followed. */
  find(path: string): ArchiveFile | undefined;
}

/** The host's tree of an archive; links that lead out of it go to `skipped`. */
export function treeOf({ files, links, skipped }: ArchiveIndex, { tree }: ArchiveLayout): ArchiveTree {
  const below = <T>(map: ReadonlyMap<string, T>): [string, T][] =>
    [...map].flatMap(([path, value]) => (path.startsWith(tree) ? [[path.slice(tree.length), value]] : []));
  const content = new Map(below(files));
  const inside = new Map<string, string>();
  for (const [path, link] of below(links)) {
    const target = targetOf(path, link, tree);
    if (target === undefined) skipped.push(leadsOut(tree + path, link));
    else inside.set(path, target);
  }
  return { files: content, links: inside, find: (path) => find(path, content, inside) };
}

function leadsOut(path: string, { target, hard }: ArchiveLink): SkippedMember {
  return {
    path,
    reason: `it is a ${hard ? 'hard' : 'symbolic'} link that leads out of the archive, to ${target}`,
  };
}

/** Path that a link leads to; an absolute one starts at the top of the tree, as on the host. */
function targetOf(path: string, { target, hard }: ArchiveLink, tree: string): string | undefined {
  if (hard) return target.startsWith(tree) ? resolveNames([], target.slice(tree.length)) : undefined;
  return resolveNames(target.startsWith('/') ? [] : path.split('/').slice(0, -1), target);
}

/** The path of a target; undefined if it leads out. A `..` after a name stays in it, because that name may be a link. */
function resolveNames(from: readonly string[], path: string): string | undefined {
  const real = [...from];
  const rest: string[] = [];
  let depth = from.length;
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    depth += name === '..' ? -1 : 1;
    if (depth < 0) return undefined;
    if (name === '..' && rest.length === 0) real.pop();
    else rest.push(name);
  }
  return [...real, ...rest].join('/');
}

function find(
  path: string,
  files: ReadonlyMap<string, ArchiveFile>,
  links: ReadonlyMap<string, string>,
): ArchiveFile | undefined {
  if (path.length > longestPath) return undefined;
  try {
    const { path: place } = resolveLinks(path, (at) => {
      const target = links.get(at.slice(1));
      return target === undefined ? undefined : `/${target}`;
    });
    return files.get(place.slice(1));
  } catch (error) {
    if (isHostError(error)) return undefined;
    throw error;
  }
}
