import { setFlagsFromString } from 'node:v8';

// Old objects are collected when a third more is in use than after the last time; V8 would wait longer.
const old = '--heap-growing-percent=35';

// New objects never get more space than they have when this is set.
const young = '--semi-space-growth-factor=1';

/**
 * The flags of a version of V8 that leave the processors to the commands of a run: no threads that collect garbage while the run waits for them, no
 * collection because nothing else is to do, and code is optimized only if it runs 15 times as often as V8 asks for. Regular expressions are
 * compiled once instead of twice: most of those that are used at all are used more than once. V8 prints an error for a flag that it does not
 * know, so versions that are not known get none.
 */
export function flagsBesideCommands(version: string): readonly string[] {
  const major = Number.parseInt(version, 10);
  if (major > newest) return [];
  return [
    '--no-parallel-scavenge',
    '--no-memory-reducer',
    '--no-regexp-tier-up',
    ...(major < countsFrom ? budget : counts),
  ];
}

// Until then, V8 counts the bytes of the code that ran; after that, the calls.
const countsFrom = 12;
const newest = 14;
const budget = ['--interrupt-budget=1000000'];
const counts = ['--invocation-count-for-turbofan=45000', '--invocation-count-for-maglev=6000'];

/**
 * Keeps this process small, which saves a fifth of the memory, and leaves the processors to the commands. Loading code may give new objects
 * more space once; call `keepYoungSmall` after that.
 */
export function keepHeapSmall(): void {
  for (const flag of [old, ...flagsBesideCommands(process.versions.v8)]) setFlagsFromString(flag);
}

/** Gives new objects no more space than they have now. */
export function keepYoungSmall(): void {
  setFlagsFromString(young);
}

/**
 * The same for a run over several hosts: keeps the process small, but optimizes code. Garbage is collected when the heap has doubled. With many
 * hosts at once, each of which has a few megabytes in use, it is collected when the heap has grown by a quarter.
 */
export function keepGarbageSmall(hasManyHosts: boolean): void {
  for (const flag of [young, `--heap-growing-percent=${hasManyHosts ? 25 : 100}`]) setFlagsFromString(flag);
}
