import { byteClass } from '../match/bytes.js';
import { maskAt } from '../match/mask-form.js';
import { windowBehind } from '../match/rule.js';
import type { Output } from './output.js';

interface BlockInput {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly output: Output;
  readonly mask: (secret: string) => string;
}

/** The lines of a key block after its first. Each is masked on its own, so that line numbers stay. */
export interface KeyBlock {
  /** Masks [from, to). Returns the position reached, and whether the block ended there. */
  readonly advance: (input: BlockInput, from: number, to: number) => { at: number; ended: boolean };
}

// Characters of a PEM line. The backslash is for keys in JSON, with \n for line ends.
const keyByte = byteClass(/[\w+/=\\]/);
const header = String.raw`(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID|X-[\w-]{1,20}):`;
// Escaped line ends, and the seam between joined string literals.
const joint = String.raw`#012|%0[ADad]|<br ?/?>|["'][ \t]{0,4}[+.,&\\]?[ \t]{0,4}\r?\n[ \t]{0,64}["'](?=[\w+/]{32}|[\w+/=]{1,76}\\n["'])`;
const between = new RegExp(joint, 'y');
const line = new RegExp(
  String.raw`${header}[^\r\n"'<]{0,200}|[\w+/=\\]{1024}|[\w+/=\\]{1,1023}(?=[\s"'<,\0]|#012|%0[ADad]|-----|$)`,
  'y',
);

const lineEnd = String.raw`(?=[ \t"'+.,;\\]{0,8}(?:[\r\n\0]|$)|#012|-----)`;
/** Matches a line of at least `least` characters of key material and nothing else. */
const whole = (least: number) =>
  new RegExp(
    String.raw`[ \t]{0,64}(?:${header}|[\w+/=\\]{1024}|[\w+/=\\]{${least},1023}${lineEnd}|[\r\n])`,
    'y',
  );
const anyLine = whole(1);
const longLine = whole(16);

const isLineEnd = (byte: number) => byte === 10 || byte === 13;
const isBlank = (byte: number) => byte === 32 || byte === 9;

/**
 * The text before a block on its first line, such as date and program in a log. `at` is the end of the marker that begins the block,
 * `maskedUntil` the end of the last secret. Empty if the text has a secret in it: it would be copied unmasked from the other lines.
 */
export function textBefore(text: string, at: number, maskedUntil: number): string {
  const near = text.slice(Math.max(0, at - windowBehind), at);
  const start = Math.max(near.lastIndexOf('\n'), near.lastIndexOf('\r')) + 1;
  const isWhole = start > 0 || at < windowBehind;
  if (!isWhole || maskedUntil > at - near.length + start) return '';
  return near.slice(start).replace(/-{4,5} ?BEGIN [^-]*-{4,5}$|Private-Lines: \d+$/, '');
}

/** Matches this text before later lines. Digits may differ, as in a time. */
function formOf(before: string): RegExp {
  const text = before.trimEnd().replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return new RegExp(String.raw`${text.replace(/\d+/g, '\\d{1,20}')}[ \t]{0,16}`, 'y');
}

/** Creates the block that follows a first line with this text before it. */
export function keyBlock(before = ''): KeyBlock {
  const hasText = before.trim() !== '';
  let form: RegExp | undefined;
  let masked = false;
  let any = false;
  let lineStarts = false;

  /** Length of the text before a line of the block. Undefined if the line does not belong to it. */
  const beforeLine = (text: string, at: number): number | undefined => {
    form ??= formOf(before);
    const found = matchAt(form, text, at)?.length;
    // After the same text, a short word is more often a message than the end of a key.
    const wanted = found === undefined || any ? anyLine : longLine;
    return matchAt(wanted, text, at + (found ?? 0)) === undefined ? undefined : (found ?? 0);
  };

  return {
    advance(input, from, to) {
      const { bytes, text, output, mask } = input;
      let at = from;
      const copy = (length: number) => {
        masked = false;
        output.copy(bytes, at, at + length);
        at += length;
      };
      while (at < to) {
        const byte = bytes[at] as number;
        if (lineStarts && !isLineEnd(byte)) {
          lineStarts = false;
          const length = beforeLine(text, at);
          if (length === undefined) return { at, ended: true };
          if (length > 0) copy(length);
          continue;
        }
        if (isLineEnd(byte) || isBlank(byte)) {
          lineStarts = hasText && isLineEnd(byte);
          copy(1);
          continue;
        }
        if (masked && keyByte[byte] === 1) {
          at++;
          continue;
        }
        const joined = matchAt(between, text, at) ?? (masked ? undefined : maskAt(text, at));
        if (joined !== undefined) {
          copy(joined.length);
          continue;
        }
        const secret = masked ? undefined : matchAt(line, text, at);
        if (secret === undefined) return { at, ended: true };
        output.write(mask(secret));
        masked = true;
        any = true;
        at += secret.length;
      }
      return { at, ended: false };
    },
  };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
