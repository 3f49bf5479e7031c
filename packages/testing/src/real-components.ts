import type { CollectingHost, LiveHostOptions } from '@hostspec/engine';
import { it } from 'vitest';

/** Declares a test, as vitest's `it` does. */
export type DeclareTest = (name: string, test: () => Promise<void> | void, timeout?: number) => void;

/**
 * The function that declares tests of a real component: they run where it is there; where it is missing they are
 * skipped and say so, and fail when the environment has `CI`.
 */
export function itNeeds(component: string, isThere: boolean): DeclareTest {
  if (isThere) return it;
  if (!process.env.CI) return (name, test) => it.skip(`${name} (needs ${component})`, test);
  return (name) =>
    it(name, () => {
      throw new Error(`${component} is missing, and CI must have it`);
    });
}

/** The running machine, or a directory with a root file system, as the engine sees it. */
export async function liveHost(options?: LiveHostOptions): Promise<CollectingHost> {
  const { createLiveHost } = await import('@hostspec/engine');
  return createLiveHost(options);
}
