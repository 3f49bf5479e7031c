import type { Element, NamedElement } from '@hostspec/spec';

/** Adds what a configuration names to what was found. What root also names is read with root's rights. */
export function addNamed<E extends Element>(
  found: Map<string, E | NamedElement>,
  key: string,
  element: E | NamedElement,
): void {
  const isOfAccount = typeof element === 'object' && 'by' in element;
  if (!isOfAccount || !found.has(key)) found.set(key, element);
}

/** The elements in the order of their keys. */
export function sortedByKey<E>(found: ReadonlyMap<string, E>): readonly E[] {
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, element]) => element);
}
