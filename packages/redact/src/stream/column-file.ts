import type { ContentRedactor } from '@hostspec/spec';
import { overlapsMask } from '../match/mask-form.js';
import type { OnSecret, Shared } from './content.js';

const rule = 'secret-column';
const lineEnd = 10;

/** The most bytes of a line in which columns are masked. After them, only the rules apply. */
const mostHeld = 4096;

/** Masks the secret columns of a file's lines, then gives it to the redactor of all rules. */
export function createColumnFile(
  { mask, totals }: Shared,
  lines: readonly RegExp[],
  inner: ContentRedactor,
  onSecret?: OnSecret,
): ContentRedactor {
  let held = '';
  let isRest = false;
  let line = 1;
  let count = 0;

  const masked = (): string => {
    const text = held;
    held = '';
    for (const expression of lines) {
      const { indices = [] } = expression.exec(text.replace(/\r$/, '')) ?? {};
      const found = (indices as readonly ([number, number] | undefined)[])
        .slice(1)
        .filter((each) => each !== undefined)
        .filter(([start, end]) => !overlapsMask(text, start, end));
      if (found.length === 0) continue;
      count += found.length;
      totals.secrets.set(rule, (totals.secrets.get(rule) ?? 0) + found.length);
      for (const _ of found) onSecret?.(rule, line);
      return found.reduceRight(
        (all, [start, end]) => all.slice(0, start) + mask(rule, all.slice(start, end)) + all.slice(end),
        text,
      );
    }
    return text;
  };

  return {
    push(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      let text = '';
      for (let at = 0; at < bytes.length; ) {
        const found = bytes.indexOf(lineEnd, at);
        const end = found === -1 ? bytes.length : found;
        const part = bytes.toString('latin1', at, end);
        if (isRest) text += part;
        else held += part;
        if (held.length > mostHeld) {
          text += held;
          held = '';
          isRest = true;
        }
        if (found !== -1) {
          text += `${masked()}\n`;
          isRest = false;
          line++;
        }
        at = end + 1;
      }
      return inner.push(Buffer.from(text, 'latin1'));
    },
    end() {
      const rest = Buffer.from(inner.push(Buffer.from(masked(), 'latin1')));
      return Buffer.concat([rest, inner.end()]);
    },
    masked: () => ({ ...(count > 0 && { [rule]: count }), ...inner.masked() }),
  };
}
