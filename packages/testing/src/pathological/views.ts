import { existsSync } from 'node:fs';
import type { PathologicalHost } from './pathological-host.js';

/** Restrictions of a view of the machine. */
export interface ViewOptions {
  /** Only files below the host's private directory can be written. Default false. */
  readonly readOnly?: boolean;
  /** Leave out /proc. Default false. */
  readonly withoutProc?: boolean;
  /** Leave out /sys. Default false. */
  readonly withoutSys?: boolean;
}

/** A copy of the machine's root: writes stay inside it. */
export interface View {
  /** The directory that is its root. */
  readonly root: string;
  /** The arguments that run a program with this root. */
  enter(argv: readonly string[]): readonly string[];
  /** The paths that were made, changed or removed below the root since, sorted. */
  changes(): Promise<string[]>;
}

/**
 * Makes an overlay of the machine's root inside a pathological host, on memory: a root for chroot, in which every written file is known. The host's private directory is in it, unchanged.
 */
export async function view(host: PathologicalHost, name: string, options: ViewOptions = {}): Promise<View> {
  const layers = host.makeDirectory(`${name}-layers`);
  const root = host.makeDirectory(`${name}-root`);
  await host.prepare('mount', '-t', 'tmpfs', 'layers', layers);
  await host.prepare('mkdir', `${layers}/upper`, `${layers}/work`);
  await host.prepare('chmod', '755', `${layers}/upper`);
  await host.prepare(
    'mount',
    '-t',
    'overlay',
    '-o',
    `lowerdir=/,upperdir=${layers}/upper,workdir=${layers}/work`,
    'overlay',
    root,
  );
  await host.prepare('mount', '--bind', host.directory, `${root}${host.directory}`);
  await host.prepare('mount', '--rbind', '/dev', `${root}/dev`);
  if (!options.withoutSys) await host.prepare('mount', '--rbind', '/sys', `${root}/sys`);
  if (!options.withoutProc) await host.prepare('mount', '-t', 'proc', 'proc', `${root}/proc`);
  if (options.readOnly) await host.prepare('mount', '-o', 'remount,ro', root);
  // A directory that is only listed because something below it changed does not count.
  const list = async (): Promise<string[]> => {
    const script = `cd "$1" && find . -mindepth 1 -printf '%y %P\\0'`;
    const found = await host.prepare('sh', '-c', script, 'sh', `${layers}/upper`);
    const entries = found.split('\0').filter((entry) => entry !== '');
    return entries
      .filter((entry) => !entry.startsWith('d') || !existsSync(`/${entry.slice(2)}`))
      .map((entry) => `/${entry.slice(2)}`);
  };
  const before = new Set(await list());
  return {
    root,
    enter: (argv) => ['chroot', root, ...argv],
    changes: async () => (await list()).filter((path) => !before.has(path)).sort(),
  };
}
