import type { ContentRedactor, Piece } from '@hostspec/spec';

/** The order of the two bytes of a character. */
type Order = 'little' | 'big';

/**
 * Redacts content with a redactor of UTF-8. Content that starts with the mark of UTF-16 is redacted twice, by two redactors: as UTF-16, and
 * as it is, because anybody can put a mark at the start of a log that others write to.
 */
export function withUtf16(create: () => ContentRedactor): ContentRedactor {
  const plain = create();
  let chosen: ContentRedactor | undefined;
  // The first byte, while it is alone.
  let held: Piece = none;
  const choose = (start: Piece): ContentRedactor => {
    const order = utf16Order(start);
    chosen = order === undefined ? plain : inTurn(utf16Content(create(), order), plain);
    return chosen;
  };
  return {
    push(piece) {
      if (chosen !== undefined) return chosen.push(piece);
      const start = held.length === 0 ? piece : Buffer.concat([held, piece]);
      if (start.length >= 2) return choose(start).push(start);
      held = Uint8Array.from(start);
      return none;
    },
    end() {
      if (chosen !== undefined) return chosen.end();
      return joined(plain.push(held), () => plain.end());
    },
    masked: () => (chosen ?? plain).masked(),
  };
}

/** Joins pieces. A redactor may reuse the memory of one for the next. */
const joined = (first: Piece, next: () => Piece): Buffer => Buffer.concat([Buffer.from(first), next()]);

/** Redacts content with one redactor after the other. */
function inTurn(first: ContentRedactor, second: ContentRedactor): ContentRedactor {
  return {
    push: (piece) => second.push(first.push(piece)),
    end: () => joined(second.push(first.end()), () => second.end()),
    masked() {
      const counts: Record<string, number> = { ...first.masked() };
      for (const [rule, count] of Object.entries(second.masked())) counts[rule] = (counts[rule] ?? 0) + count;
      return counts;
    },
  };
}

const none = new Uint8Array(0);

/** The order of the bytes of UTF-16, if a content starts with its mark; undefined for other content. */
function utf16Order(start: Uint8Array): Order | undefined {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'little';
  return first === 0xfe && second === 0xff ? 'big' : undefined;
}

/**
 * Redacts UTF-16 with a redactor of UTF-8. Each unit of 16 bits is written as up to three bytes, also half of a pair, so that what is not
 * masked comes back as it was, whether it is valid or not.
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

/** Turns units of 16 bits into bytes. */
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
    /** A last byte that has no second one. */
    odd: () => (first === undefined ? none : Uint8Array.of(first)),
  };
}

/** Turns bytes into units of 16 bits. */
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
