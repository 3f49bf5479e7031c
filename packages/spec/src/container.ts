import type { ContainerElement } from './provider.js';

const path = 'PATH=/bin:/usr/bin:/sbin:/usr/sbin:/usr/share/Modules/bin';

/** The arguments that run words inside a running container, as they are: through no shell, of the host or the container. */
export function insideContainer(
  { engine, id }: Pick<ContainerElement, 'engine' | 'id'>,
  words: readonly string[],
): readonly string[] {
  return [`/usr/bin/${engine}`, 'exec', '-e', path, id, ...words];
}
