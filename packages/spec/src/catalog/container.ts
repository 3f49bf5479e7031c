import type { ContainerElement } from './provider.js';

/** The environment variable that marks every process of one run, so that none is left running. */
export const runMarker = 'HOSTSPEC_RUN';

const path = 'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin';

/**
 * The arguments that run words unchanged inside a running container, without a shell on the host or in the container.
 * The mark is set inside, too: a process that hangs there outlives the engine's own.
 */
export function insideContainer(
  { engine, id }: Pick<ContainerElement, 'engine' | 'id'>,
  words: readonly string[],
): readonly string[] {
  return [`/usr/bin/${engine}`, 'exec', '-e', path, '-e', runMarker, id, ...words];
}
