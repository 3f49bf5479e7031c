import { addMasked } from '@hostspec/host-kit';
import type { ContentRedactor, Piece } from '@hostspec/spec';

type Order = 'little' | 'big';

/**
 * Redacts content with redactors of UTF-8. Content that starts with a byte order mark of UTF-16 is redacted as UTF-16 and then as it is,
 * because anybody can write a mark at the start of a log that others write to.
 */
export const withUtf16 = (create: () => ContentRedactor): ContentRedactor =>
  chosenByStart((start) => redactorFor(start, create));

/** The redactor for content that starts with these bytes. */
export function redactorFor(start: Piece, create: () => ContentRedactor): ContentRedactor {
  const order = utf16Order(start);
  return order === undefined ? create() : inTurn(utf16Content(create(), order), create());
}

/** Redacts content with a redactor that is chosen by the first two bytes, or by fewer if there are no more. */
export function chosenByStart(choose: (start: Piece) => ContentRedactor): ContentRedactor {
  let chosen: ContentRedactor | undefined;
  // The first byte, until the second arrives.
  let held: Piece = none;
  return {
    push(piece) {
      if (chosen !== undefined) return chosen.push(piece);
      const start = held.length === 0 ? piece : Buffer.concat([held, piece]);
      if (start.length >= 2) {
        chosen = choose(start);
        return chosen.push(start);
      }
      held = Uint8Array.from(start);
      return none;
    },
    end() {
      if (chosen !== undefined) return chosen.end();
      const last = choose(held);
      chosen = last;
      return joined(last.push(held), () => last.end());
    },
    masked: () => chosen?.masked() ?? {},
  };
}

/** Joins two pieces. The first is copied, because making the second may reuse its memory. */
const joined = (first: Piece, next: () => Piece): Buffer => Buffer.concat([Buffer.from(first), next()]);

function inTurn(first: ContentRedactor, second: ContentRedactor): ContentRedactor {
  return {
    push: (piece) => second.push(first.push(piece)),
    end: () => joined(second.push(first.end()), () => second.end()),
    masked: () => addMasked(first.masked(), second.masked()),
  };
}

const none = new Uint8Array(0);

/** The byte order of UTF-16 content, by its mark. Undefined for other content. */
function utf16Order(start: Uint8Array): Order | undefined {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'little';
  return first === 0xfe && second === 0xff ? 'big' : undefined;
}

/**
 * Redacts UTF-16 with a redactor of UTF-8. Each 16-bit unit, also half of a surrogate pair, becomes up to three bytes, so unmasked content
 * comes back unchanged even if it is not valid.
 */
function utf16Content(inner: ContentRedactor, order: Order): ContentRedactor {
  const low = order === 'little' ? 0 : 1;
  const narrowed = narrower(low);
  const widened = widener(low);
  return {
    push: (piece) => widened.take(inner.push(narrowed.take(piece))),
    end() {
      return Buffer.concat([widened.take(inner.end()), narrowed.odd()]);
    },
    masked: inner.masked,
  };
}

/** Turns 16-bit units into UTF-8. */
function narrower(low: number) {
  let first: number | undefined;
  return {
    take(piece: Piece): Buffer {
      const bytes = Buffer.allocUnsafe(3 * Math.ceil((piece.length + 1) / 2));
      let length = 0;
      for (const byte of piece) {
        if (first === undefined) {
          first = byte;
          continue;
        }
        const unit = low === 0 ? first | (byte << 8) : (first << 8) | byte;
        first = undefined;
        if (unit < 0x80) bytes[length++] = unit;
        else {
          if (unit < 0x800) bytes[length++] = 0xc0 | (unit >> 6);
          else {
            bytes[length++] = 0xe0 | (unit >> 12);
            bytes[length++] = 0x80 | ((unit >> 6) & 63);
          }
          bytes[length++] = 0x80 | (unit & 63);
        }
      }
      return bytes.subarray(0, length);
    },
    /** The last byte, if it is half of a unit. */
    odd: () => (first === undefined ? none : Uint8Array.of(first)),
  };
}

/** Turns UTF-8 into 16-bit units. */
function widener(low: number) {
  let unit = 0;
  let missing = 0;
  const write = (bytes: Buffer, at: number, value: number): number => {
    bytes[at + low] = value & 255;
    bytes[at + 1 - low] = value >> 8;
    return at + 2;
  };
  return {
    take(piece: Piece): Buffer {
      const bytes = Buffer.allocUnsafe(2 * piece.length + 2);
      let length = 0;
      for (const byte of piece) {
        if ((byte & 0xc0) === 0x80 && missing > 0) {
          unit = (unit << 6) | (byte & 63);
          missing--;
        } else {
          unit = byte < 0x80 ? byte : byte & (byte < 0xe0 ? 31 : 15);
          missing = byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : 2;
        }
        if (missing === 0) length = write(bytes, length, unit);
      }
      return bytes.subarray(0, length);
    },
  };
}
