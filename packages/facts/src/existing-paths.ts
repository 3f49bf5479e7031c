import {
  type Condition,
  defineCondition,
  defineProvider,
  type FileKind,
  type Host,
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
