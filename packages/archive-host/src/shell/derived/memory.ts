import { type Memory, memoryOf } from '@hostspec/parse';
import { longOptions } from '../../same-command.js';
import { allLines, type Derive, given } from './derivation.js';

/** `free`: from the kernel's counts, as procps since version 4 computes them. */
export const free: Derive = async (args, sources) => {
  const options = given(args, { flags: 'bkmghtw', long: longOptions('free') });
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

/** A size as `df -h` prints it: rounded up, with one decimal below 10 of a unit. */
export function humanCeiling(bytes: number, base: 1000 | 1024, fromKilo: boolean): string {
  const units = base === 1000 ? ['', 'k', 'M', 'G', 'T', 'P', 'E'] : ['', 'K', 'M', 'G', 'T', 'P', 'E'];
  let value = bytes;
  let unit = 0;
  const rounded = (): number => (value < 10 && unit > 0 ? Math.ceil(value * 10) / 10 : Math.ceil(value));
  while ((rounded() >= base || (fromKilo && unit === 0 && bytes > 0)) && unit < units.length - 1) {
    value /= base;
    unit++;
  }
  const shown = rounded();
  const isWhole = unit === 0 || shown >= 10 || (fromKilo && unit === 1 && Number.isInteger(value));
  return `${isWhole ? shown : shown.toFixed(1)}${units[unit]}`;
}

/** A size as `free -h` prints it: in at most five characters, with one decimal if it fits. */
function humanShort(bytes: number): string {
  if (bytes < 1000) return `${bytes}B`;
  let value = bytes;
  for (const unit of ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']) {
    value /= 1024;
    const forms = [`${value.toFixed(1)}${unit}`, `${Math.trunc(value)}${unit}`];
    const short = forms.find((form) => form.length <= 5);
    if (short !== undefined) return short;
  }
  return String(bytes);
}
