import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { withoutMaskDigits } from '@hostspec/host-kit';
import { noiseRule } from '@hostspec/parse/noise';

/** Content without its volatile parts. */
export interface StableContent {
  /** The same for contents of a spec that differ only in volatile parts. */
  readonly id: string;
  /** One line for each line of the content. */
  readonly text: string;
  /** True if the text is `whole`. */
  readonly exact: boolean;
  /** The whole content, with zeros for the digits of masks that no other run has. */
  readonly whole: string;
  /** The part of each line that is compared; undefined for a volatile line. Without it, all or none of the content is compared. */
  readonly keys?: readonly (string | undefined)[];
}

/** Removes the volatile parts from the content of a spec. Masks are volatile if their key was only for this run. */
export function stableContent(spec: string, content: Uint8Array, hasOwnKey = false): StableContent {
  const whole = hasOwnKey ? withoutMaskDigits(textOf(content)) : textOf(content);
  const rule = noiseRule(spec);
  if (!rule) return { id: idOf(spec, whole), text: whole, exact: true, whole };
  if (!rule.keys) return { id: idOf(spec, ''), text: '', exact: false, whole };
  const keys = rule.keys(whole.split('\n'));
  const counted = keys.filter((key) => key !== undefined);
  const compared = (rule.unordered ? counted.sort() : counted).join('\n');
  const text = keys.map((key) => key ?? '').join('\n');
  return { id: idOf(spec, compared), text, exact: false, whole, keys };
}

/** A hash of words, as an id of 128 bits. */
export function idOf(...words: readonly string[]): string {
  return hash('sha256', `${words.join('\0')}\0`).slice(0, 32);
}

/** Decodes bytes. NUL, and the bytes of a line that is not UTF-8, are escaped. */
function textOf(content: Uint8Array): string {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : escapedLines(bytes);
  return text.replaceAll('\0', '\\x00');
}

function escapedLines(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const own = Buffer.from(line, 'latin1');
      return isUtf8(own)
        ? own.toString('utf8')
        : line.replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
    })
    .join('\n');
}
