import type { ContainerElement } from './provider.js';

/** The environment variable that marks every process of one run, so that none is left behind. */
export const runMarker = 'HOSTSPEC_RUN';

const path = 'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin';

/**
 * The arguments that run words inside a running container, as they are: through no shell, of the host or the container.
 * The mark goes inside too: a process that hangs there outlives the engine's own.
 */
export function insideContainer(
  { engine, id }: Pick<ContainerElement, 'engine' | 'id'>,
  words: readonly string[],
): readonly string[] {
  return [`/usr/bin/${engine}`, 'exec', '-e', path, '-e', runMarker, id, ...words];
}
