/** The most zeros that `zeroBytes` gives at once: 1 MiB. */
export const mostZeros = 1024 * 1024;

// Known in every copy of this module: the runner's client may come with its own.
const mark = Symbol.for('hostspec.zeros');

// Never written to, so it takes no memory either.
const zeros = new Uint8Array(mostZeros);
Object.defineProperty(zeros.buffer, mark, { value: true });

/**
 * A run of zeros: a part of one buffer, to which nobody may write. What takes content knows it by `isZeroBytes` without looking at it.
 * `length` is at most `mostZeros`.
 */
export const zeroBytes = (length: number): Uint8Array => zeros.subarray(0, length);

/** Whether bytes are from `zeroBytes`. */
export const isZeroBytes = (bytes: Uint8Array): boolean => mark in bytes.buffer;

/** The bytes as `zeroBytes` if they are at most `mostZeros` and only zeros, else as they are. */
export function asZeroBytes(bytes: Uint8Array): Uint8Array {
  const isRun = bytes.length > 0 && bytes.length <= mostZeros && isAllZero(bytes);
  return isRun ? zeroBytes(bytes.length) : bytes;
}

/** Whether all bytes are zeros. */
export function isAllZero(bytes: Uint8Array): boolean {
  for (let from = 0; from < bytes.length; from += mostZeros) {
    const part = bytes.subarray(from, from + mostZeros);
    // Most content shows in its first byte that it is something else.
    if (part[0] !== 0 || Buffer.compare(part, zeroBytes(part.length)) !== 0) return false;
  }
  return true;
}
