import type { ContentRedactor } from '@hostspec/spec';
import { isMask } from '../match/mask-form.js';
import type { Mask } from './mask.js';

const lineEnd = 10;
const nothing = new Uint8Array(0);

/** The bytes of a line that its mask depends on. */
const mostHeld = 4096;

/** What a content whose lines are all secrets needs. */
export interface MaskedLinesOptions {
  /** The rule that the masks name. */
  readonly rule: string;
  readonly mask: Mask;
  /** Receives the line of each mask, from 1. */
  readonly onMask: (line: number) => void;
}

/** Masks each line as a secret of its own. Blank lines stay, and lines that are masks already. */
export function maskedLines({ rule, mask, onMask }: MaskedLinesOptions): ContentRedactor {
  let held = '';
  let line = 1;
  let count = 0;

  const masked = (): string => {
    const secret = held.trim();
    const text = secret === '' || isMask(secret) ? held : held.replace(secret, () => mask(rule, secret));
    if (text !== held) {
      count++;
      onMask(line);
    }
    held = '';
    return text;
  };

  return {
    push(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      let text = '';
      for (let at = 0; at < bytes.length; ) {
        const found = bytes.indexOf(lineEnd, at);
        const end = found === -1 ? bytes.length : found;
        held += bytes.toString('latin1', at, Math.min(end, at + mostHeld - held.length));
        if (found !== -1) {
          text += `${masked()}\n`;
          line++;
        }
        at = end + 1;
      }
      return text === '' ? nothing : Buffer.from(text, 'latin1');
    },
    end: () => Buffer.from(masked(), 'latin1'),
    masked: () => (count === 0 ? {} : { [rule]: count }),
  };
}
