import { it } from 'vitest';
import { lackingOf, ofKernel } from './components.js';

/** Declares a test, as vitest's `it` does. */
export type DeclareTest = (name: string, test: () => Promise<void> | void, timeout?: number) => void;

/**
 * The function that declares tests that need these components of the machine, named as `lackingOf` says. If one is missing
 * they are skipped with its name, and fail when the environment has `CI`, unless only the kernel lacks something.
 */
export function needs(...components: readonly string[]): DeclareTest {
  return unlessLacking(lackingOf(components));
}

/** As `needs`, when the caller knows whether the component is there. */
export function itNeeds(component: string, isThere: boolean): DeclareTest {
  return unlessLacking(isThere ? [] : [component]);
}

function unlessLacking(lacking: readonly string[]): DeclareTest {
  if (lacking.length === 0) return it;
  const names = lacking.join(', ');
  // The last lines of `npm test` count skipped tests by the text in these parentheses.
  if (!process.env.CI || lacking.every((component) => ofKernel.has(component)))
    return (name, test) => it.skip(`${name} (needs ${names})`, test);
  return (name) =>
    it(name, () => {
      throw new Error(`missing: ${names}; CI must have it`);
    });
}
