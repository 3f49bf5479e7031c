import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Measures processes of Node that get `env`. After they ended, `peak` gives the most bytes that one of them had in memory. */
export function measuredMemory(directory: string): { env: { NODE_OPTIONS: string }; peak: () => number } {
  const [hook, kibibytes] = [join(directory, 'memory.cjs'), join(directory, 'memory')];
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(kibibytes)}, process.resourceUsage().maxRSS + '\\n'));`,
  );
  return {
    env: { NODE_OPTIONS: `--require=${hook}` },
    peak: () => 1024 * Math.max(...readFileSync(kibibytes, 'utf8').trim().split('\n').map(Number)),
  };
}
