import { longestPath, resolveLinks } from '@hostspec/host-kit';
import { type ArchiveKind, isHostError } from '@hostspec/spec';
import type { ArchiveFile, ArchiveIndex, ArchiveLink, SkippedMember } from '../archive-index.js';
import { manifestName, markerName } from '../manifest.js';

/** Where the parts of an archive are. */
export interface ArchiveLayout {
  readonly kind: ArchiveKind;
  /** Prefix of everything. Ends with a slash unless empty. */
  readonly top: string;
  /** Prefix of the host's files and of `insights_commands/`. */
  readonly tree: string;
  /** Prefix of the insights-core metadata; undefined if the archive has no such metadata. */
  readonly metadata?: string;
}

/** The paths of an archive. */
type Paths = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** Recognizes an archive by the paths of its files and links. */
export function layoutOf({ files, links }: Readonly<Record<'files' | 'links', Paths>>): ArchiveLayout {
  const top = topOf([...files.keys(), ...links.keys()]);
  const has = (name: string): boolean => files.has(top + name);
  const hasBelow = (prefix: string): boolean => some(files.keys(), (path) => path.startsWith(top + prefix));
  const names = Object.keys(archiveKinds) as ArchiveKind[];
  const kind = names.find((name) => archiveKinds[name].recognizes({ has, hasBelow })) ?? 'tree';
  const { tree, metadata } = archiveKinds[kind];
  return { kind, top, tree: top + tree, ...(metadata && { metadata: top + metadata }) };
}

/** The single folder that holds everything; empty if there is none, or if it is itself a part of an archive. */
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

/** The host's files and links, by path below the tree. */
export interface ArchiveTree {
  /** Those of the host, and command outputs below `insights_commands/`. Does not follow links. */
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** Links to somewhere in the tree: path to path. A `..` in a target may follow another link. */
  readonly links: ReadonlyMap<string, string>;
  /** The file at a path below the tree. Follows links within it. */
  find(path: string): ArchiveFile | undefined;
}

/** The host's tree in an archive. Links that lead out of it are skipped. */
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

/** Where a link leads. An absolute target starts at the top of the tree, as on the host. */
function targetOf(path: string, { target, hard }: ArchiveLink, tree: string): string | undefined {
  if (hard) return target.startsWith(tree) ? resolveNames([], target.slice(tree.length)) : undefined;
  return resolveNames(target.startsWith('/') ? [] : path.split('/').slice(0, -1), target);
}

/** The path of a target; undefined if it leads out. Keeps a `..` after a name, which may be a link. */
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

interface KindOfArchive {
  recognizes(names: ArchiveNames): boolean;
  /** Each archive of this kind has at least one of these names at its top. */
  readonly marks: readonly string[];
  /** Prefix of the host's files below the top. */
  readonly tree: 'data/' | '';
  /** Prefix of the insights-core metadata, if there are any. */
  readonly metadata?: 'meta_data/';
}

interface ArchiveNames {
  has(file: string): boolean;
  hasBelow(folder: string): boolean;
}

/** The first kind that recognizes an archive wins. */
const archiveKinds: Readonly<Record<ArchiveKind, KindOfArchive>> = {
  hostspec: { recognizes: ({ has }) => has(manifestName), marks: [manifestName], tree: 'data/' },
  insights: {
    recognizes: ({ has, hasBelow }) => has(markerName) || (hasBelow('meta_data/') && hasBelow('data/')),
    marks: [markerName, 'meta_data'],
    tree: 'data/',
    metadata: 'meta_data/',
  },
  'insights-host': {
    recognizes: ({ hasBelow }) => hasBelow('insights_commands/'),
    marks: ['insights_commands'],
    tree: '',
  },
  sos: { recognizes: ({ hasBelow }) => hasBelow('sos_commands/'), marks: ['sos_commands'], tree: '' },
  tree: { recognizes: () => true, marks: ['boot', 'etc', 'proc', 'run', 'sys', 'usr', 'var'], tree: '' },
};

/** The names that mark an archive of some kind. */
export const allMarks: readonly string[] = Object.values(archiveKinds).flatMap(({ marks }) => marks);

/** Whether a name marks a kind of archive. */
export function isMark(name: string): boolean {
  return allMarks.includes(name);
}
