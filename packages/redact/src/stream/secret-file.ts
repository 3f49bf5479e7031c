import type { ContentRedactor } from '@hostspec/spec';
import { asBuffer } from '../match/bytes.js';
import { isMask } from '../match/mask-form.js';
import { countingMask, type OnSecret, type Shared } from './content.js';

const lineEnd = 10;
const nothing = new Uint8Array(0);

/** A mask depends on the first bytes of a line, at most this many. */
const mostHeld = 4096;

/** Masks every line of a file that is one secret, even if it is compressed. Blank lines, and lines that are masks already, stay. */
export function createSecretFile(shared: Shared, onSecret?: OnSecret): ContentRedactor {
  let held = '';
  let line = 1;
  const { mask, masked } = countingMask('secret-file', shared, onSecret);

  const maskedLine = (): string => {
    const secret = held.trim();
    const text = secret === '' || isMask(secret) ? held : held.replace(secret, () => mask(secret, line));
    held = '';
    return text;
  };

  return {
    push(piece) {
      shared.totals.bytes += piece.length;
      const bytes = asBuffer(piece);
      let text = '';
      for (let at = 0; at < bytes.length; ) {
        const found = bytes.indexOf(lineEnd, at);
        const end = found === -1 ? bytes.length : found;
        held += bytes.toString('latin1', at, Math.min(end, at + mostHeld - held.length));
        if (found !== -1) {
          text += `${maskedLine()}\n`;
          line++;
        }
        at = end + 1;
      }
      return text === '' ? nothing : Buffer.from(text, 'latin1');
    },
    end: () => Buffer.from(maskedLine(), 'latin1'),
    masked,
  };
}
