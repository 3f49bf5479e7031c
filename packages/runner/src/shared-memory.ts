import { closeSync, openSync, readSync } from 'node:fs';
import { setKeywordHits } from '@hostspec/host-kit';
import { hostError, type Keywords, type Piece } from '@hostspec/spec';

/** Bytes of a slot. */
export const slotBytes = 512 * 1024;
/** Most bytes of content in one frame. */
export const mostShared = 128 * 1024;
const slots = 8;

/** Memory of a runner on this machine, with slots for the content of some requests. */
export interface SharedMemory {
  /** Takes a free slot. Returns undefined if there is none. */
  take(): Slot | undefined;
  /** Closes the memory. Reading from its slots is an error from now on. */
  close(): void;
}

/** A slot, which the runner fills from the start again when it has reached the end. */
export interface Slot {
  readonly number: number;
  /**
   * Returns a function that reads the next bytes that the runner has put there, and notes the keywords in them. The next read overwrites the piece.
   *
   * @throws Error if they would go beyond the end of the slot.
   */
  next(bytes: number, hits?: Buffer): () => Piece;
  free(): void;
}

/**
 * Opens the memory of a runner by its process id and descriptor. `keywords` returns those that the runner was told to look for. Returns undefined if that
 * is not possible, such as without /proc.
 */
export function openMemory(
  pid: number,
  descriptor: number,
  keywords: () => Keywords | undefined = () => undefined,
): SharedMemory | undefined {
  let fd: number;
  try {
    fd = openSync(`/proc/${pid}/fd/${descriptor}`, 'r');
  } catch {
    return undefined;
  }
  const free = Array.from({ length: slots }, (_, number) => ({
    number,
    buffer: undefined as Uint8Array | undefined,
  }));
  let isOpen = true;
  return {
    take() {
      const place = isOpen ? free.pop() : undefined;
      if (!place) return undefined;
      place.buffer ??= new Uint8Array(mostShared);
      const { number, buffer } = place;
      let at = 0;
      return {
        number,
        next(bytes, hits) {
          const from = number * slotBytes + at;
          at += bytes;
          if (at > slotBytes) throw new Error('content beyond the end of its slot');
          if (at === slotBytes) at = 0;
          return () => {
            if (!isOpen || readSync(fd, buffer, 0, bytes, from) !== bytes)
              throw hostError('failed', 'the memory of the runner cannot be read');
            const known = keywords();
            setKeywordHits(buffer, known && hits && { keywords: known, hits: numbersIn(hits) });
            return buffer.subarray(0, bytes);
          };
        },
        free: () => void free.push(place),
      };
    },
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}

/** Numbers of 32 bits, the first byte being the highest. */
function numbersIn(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < numbers.length; at++) numbers[at] = bytes.readUInt32BE(4 * at);
  return numbers;
}
