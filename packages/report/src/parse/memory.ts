import { countOf, valuesOf } from './words.js';

/** The use of memory in bytes. */
export interface Memory {
  readonly total: number;
  /** Without it, the kernel is older than 3.14 and does not say. */
  readonly available: number | undefined;
  readonly swapTotal: number;
  readonly swapFree: number;
  /** Memory that is reserved for huge pages. */
  readonly hugePages: number;
}

/** The use of memory in `/proc/meminfo`; undefined if it does not say the total. */
export function memoryOf(text: string): Memory | undefined {
  const values = valuesOf(text);
  const number = (key: string): number | undefined => countOf(values.get(key)?.split(' ')[0]);
  const bytes = (key: string): number | undefined => {
    const size = number(key);
    return size === undefined ? undefined : size * 1024;
  };
  const total = bytes('MemTotal');
  if (total === undefined) return undefined;
  return {
    total,
    available: bytes('MemAvailable'),
    swapTotal: bytes('SwapTotal') ?? 0,
    swapFree: bytes('SwapFree') ?? 0,
    hugePages: (number('HugePages_Total') ?? 0) * (bytes('Hugepagesize') ?? 0),
  };
}
