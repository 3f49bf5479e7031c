import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FormatName } from '../formats.js';

const script = fileURLToPath(new URL('child.mjs', import.meta.url));
const built = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** The task of `child.mjs`. */
export interface ChildOptions {
  readonly format: FormatName;
  readonly path: string;
  /** Number of specs `s0`, `s1` …, each with one item; every third is a command's. */
  readonly specs: number;
  /** The spec at which it kills itself. */
  readonly kill?: string;
  /** Bytes of each item; every seventh is ten times as large. */
  readonly bytes?: number;
  /** Makes every item a command's. */
  readonly commands?: boolean;
  readonly compressible?: boolean;
  /** Uses up all descriptors for a while after the tenth spec. */
  readonly descriptors?: boolean;
}

/** The report of `child.mjs`. */
export interface ChildAnswer {
  readonly interrupted?: { readonly code: string; readonly message: string };
  readonly kept: readonly string[];
  /** Whether the sink waited for a descriptor. */
  readonly waited?: boolean;
  readonly where?: string;
  readonly failure?: { readonly code: string; readonly message: string };
  readonly left: readonly string[];
}

/** Collects in a process of its own. `before` is a program with its arguments that starts it. */
export function runChild(options: ChildOptions, before: readonly string[] = []): ChildAnswer | undefined {
  if (!existsSync(built)) throw new Error('packages/archive is not built: npm run build');
  const [program = '', ...args] = [...before, process.execPath, script, JSON.stringify(options)];
  const { stdout, stderr, signal, status } = spawnSync(program, args, { encoding: 'utf8' });
  if (signal === 'SIGKILL') return undefined;
  if (status !== 0) throw new Error(`${stderr || stdout}exit status ${status}`);
  return JSON.parse(stdout) as ChildAnswer;
}
