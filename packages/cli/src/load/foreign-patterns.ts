import { createContext, Script } from 'node:vm';
import type { LinePatterns, LineTest } from '@hostspec/redact';

/** Milliseconds for one part of a content, and for all contents together. */
const limits = { part: 1000, all: 10_000 };

/**
 * The test of patterns that another host gave: a regular expression can take any time, so this one is ended after a second for a part of a
 * content, or ten seconds for all contents. The test then throws an error, and does so from then on.
 */
export async function foreignTest(patterns: Omit<LinePatterns, 'tests'>, name: string): Promise<LineTest> {
  const { lineTest } = await import('@hostspec/redact');
  const test = lineTest(patterns);
  const script = new Script('work()');
  let given: readonly string[] = [];
  const context = createContext({ work: () => test(given) });
  let left = limits.all;
  return (lines) => {
    const begun = performance.now();
    const timeout = Math.floor(Math.min(limits.part, left));
    try {
      if (timeout < 1) throw new Error('no time is left');
      given = lines;
      return script.runInContext(context, { timeout });
    } catch {
      left = 0;
      throw new Error(`the ${name} that leave out lines take too long`);
    } finally {
      left -= performance.now() - begun;
    }
  };
}
