import { type Memory, memoryOf } from '@hostspec/parse';
import { allLines, type Derive, given } from './derivation.js';
import { humanShort } from './sizes.js';

/** `free`: from the kernel's counts, as procps since version 4 computes them. */
export const free: Derive = async (args, sources) => {
  const options = given(args, {
    flags: 'bkmghtw',
    long: {
      bytes: 'b',
      kibi: 'k',
      mebi: 'm',
      gibi: 'g',
      human: 'h',
      total: 't',
      wide: 'w',
    },
  });
  const source = sources.file('/proc/meminfo');
  const memory = source && memoryOf(await allLines(source));
  if (!options || options.rest.length > 0 || !source || !memory) return undefined;
  return { from: [source], lines: rowsOfFree(memory, options.flags) };
};

function rowsOfFree(memory: Memory, flags: ReadonlySet<string>): string[] {
  const power = { b: 0, k: 1, m: 2, g: 3 }[['b', 'm', 'g'].find((unit) => flags.has(unit)) ?? 'k'] ?? 1;
  const size = (bytes: number): string =>
    flags.has('h') ? humanShort(bytes) : String(Math.trunc(bytes / 1024 ** power));
  const { total, free, shared, buffers, swapTotal, swapFree } = memory;
  const cache = memory.cached + memory.reclaimable;
  const available = memory.available ?? free;
  const used = Math.max(total - available, 0);
  const isWide = flags.has('w');
  const caches = isWide ? [buffers, cache] : [buffers + cache];
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(8) + cells.map((cell) => cell.padStart(12)).join('');
  const head = ['total', 'used', 'free', 'shared', ...(isWide ? ['buffers', 'cache'] : ['buff/cache'])];
  const lines = [
    row('', [...head, 'available']),
    row('Mem:', [total, used, free, shared, ...caches, available].map(size)),
    row('Swap:', [swapTotal, swapTotal - swapFree, swapFree].map(size)),
  ];
  if (flags.has('t'))
    lines.push(row('Total:', [total + swapTotal, used + swapTotal - swapFree, free + swapFree].map(size)));
  return lines;
}
