import {
  type Condition,
  defineCondition,
  defineProvider,
  type FileKind,
  type Host,
  type NamedElement,
  namedBy,
  nothing,
  type Provider,
} from '@hostspec/spec';

/** A condition that holds if something is at one of these paths. */
export function pathCondition<const N extends string>(name: N, ...paths: readonly string[]): Condition<N> {
  return kindCondition(name, paths, 'path');
}

/** A condition that holds if a socket is at one of these paths: that of a service, for its clients. */
export function socketCondition<const N extends string>(name: N, ...paths: readonly string[]): Condition<N> {
  return kindCondition(name, paths, 'socket');
}

/** A condition that holds if the host has a program that may be run, at this path or where else programs are. */
export function programCondition<const N extends string>(name: N, program: string): Condition<N> {
  return defineCondition({
    name,
    doc: `The host has the program ${program}.`,
    async evaluate({ host }) {
      const found = await host.which(program);
      return found === undefined
        ? { holds: false, reason: `no program ${program}` }
        : { holds: true, reason: `there is ${found}` };
    },
  });
}

function kindCondition<const N extends string>(
  name: N,
  paths: readonly string[],
  wanted: FileKind | 'path',
): Condition<N> {
  const what = wanted === 'path' ? '' : `${wanted} `;
  return defineCondition({
    name,
    doc: `The host has ${wanted === 'path' ? '' : 'the '}${what}${paths.join(' or ')}.`,
    async evaluate({ host }) {
      for (const path of paths) {
        const kind = (await host.stat(path))?.kind;
        if (kind !== undefined && (wanted === 'path' || kind === wanted))
          return { holds: true, reason: `there is ${path}` };
      }
      return { holds: false, reason: `no ${what}${paths.join(' or ')}` };
    },
  });
}

/** A provider of those of these paths that exist, as several arguments: find fails if a path to start from is missing. */
export function existingPaths<const N extends string>(
  name: N,
  paths: readonly string[],
): Provider<N, 'arguments'> {
  return defineProvider({
    name,
    doc: `Those of ${paths.join(', ')} that exist.`,
    yields: 'arguments',
    async evaluate({ host }) {
      const found = await Promise.all(paths.map((path) => exists(host, path)));
      const existing = paths.filter((_, index) => found[index]);
      return existing.length > 0 ? existing : nothing(`no ${paths.join(' or ')}`, 'absent');
    },
  });
}

async function exists(host: Host, path: string): Promise<boolean> {
  return (await host.stat(path)) !== undefined;
}

/**
 * A file that a configuration names, for a program that reads it, with the account that decides on the configuration.
 * Undefined if it is not an absolute path, such as a URL, or leads to something other than a regular file.
 */
export async function namedFile(
  host: Host,
  path: string,
  configuration: string,
): Promise<string | NamedElement | undefined> {
  if (!path.startsWith('/')) return undefined;
  const facts = await host.stat(path);
  if (facts !== undefined && facts.kind !== 'file') return undefined;
  return namedBy(await host.controller?.(configuration), path);
}

/** Checks an item of a setting that must be an absolute path: returns the problem, or undefined if there is none. */
export function checkPath(value: string): string | undefined {
  if (!value.startsWith('/')) return 'must be an absolute path, such as /var/log';
  return value.includes('\0') ? 'must not contain a NUL character' : undefined;
}

/** A check for items that are absolute paths or one of the given special words. */
export function checkPathOr(...words: readonly string[]): (value: string) => string | undefined {
  return (value) =>
    words.includes(value) || checkPath(value) === undefined
      ? undefined
      : `must be an absolute path, such as /var/log, or ${words.join(' or ')}`;
}
