import { atMost } from '@hostspec/host-kit';
import { type Host, incomplete, isHostError } from '@hostspec/spec';

const mostReasons = 10;

/** The first of some elements, and a reason that says so if there are more; `nouns` are what they are called. */
export function firstOf<E>(
  elements: readonly E[],
  most: number,
  nouns: string,
): { readonly first: readonly E[]; readonly leftOut: readonly string[] } {
  const first = elements.slice(0, most);
  const leftOut = elements.length > most ? [`the first ${most} of ${elements.length} ${nouns}`] : [];
  return { first, leftOut };
}

/** Elements, with what was left out if there was something. */
export function listed<E>(
  elements: readonly E[],
  leftOut: readonly string[],
): readonly E[] | ReturnType<typeof incomplete<readonly E[]>> {
  return leftOut.length === 0 ? elements : incomplete(elements, atMost(leftOut, mostReasons).join('; '));
}

/** What matches patterns, sorted, each once. */
export async function matchesOf(host: Host, patterns: readonly string[]): Promise<readonly string[]> {
  return distinct((await host.glob(patterns)).paths);
}

/** Sorts texts, each once. */
export function distinct(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}

/** The names in a directory; empty if it cannot be listed. */
export async function namesIn(host: Host, directory: string): Promise<readonly string[]> {
  try {
    return await host.list(directory);
  } catch (error) {
    if (isHostError(error)) return [];
    throw error;
  }
}
