import type { ContentRedactor } from '@hostspec/spec';
import { overlapsMask } from '../match/mask-form.js';
import type { SecretColumns } from '../rules/column-row.js';
import { mixedCase } from '../rules/fragments.js';
import type { OnSecret, Shared } from './content.js';
import { inQuotes } from './emitter.js';

const rule = 'secret-column';
const lineEnd = 10;

/** Columns are masked in the first bytes of a line, at most this many. After them, only the rules apply. */
const mostHeld = 4096;

type Span = readonly [start: number, end: number];

/** The secrets that a row finds in a line. */
function spansOf({ line, allowed }: SecretColumns, text: string): Span[] {
  const found: Span[] = [];
  const isSecret = ([start, end]: Span): boolean => {
    const value = text.slice(start, end);
    return (!allowed?.test(value) || mixedCase.test(value)) && !overlapsMask(text, start, end);
  };
  const expression = line.global ? line : new RegExp(line.source, `${line.flags}g`);
  for (const { indices = [] } of text.matchAll(expression))
    for (const span of indices.slice(1) as readonly (Span | undefined)[])
      if (span !== undefined && isSecret(span)) found.push(span);
  return found;
}

/** Masks the secret columns in each line, then passes the lines to `inner`, which applies the rules. */
export function createColumnFile(
  { mask, totals }: Shared,
  rows: readonly SecretColumns[],
  inner: ContentRedactor,
  onSecret?: OnSecret,
): ContentRedactor {
  let held = '';
  let isRest = false;
  let isFolded = false;
  let line = 1;
  let count = 0;

  const counted = (secret: string): string => {
    count++;
    totals.secrets.set(rule, (totals.secrets.get(rule) ?? 0) + 1);
    onSecret?.(rule, line);
    return mask(rule, secret);
  };

  const masked = (): string => {
    const [, content = '', end = ''] = /^(.*?)(\r?)$/s.exec(held) ?? [];
    held = '';
    if (isFolded && /^ \S/.test(content)) return ` ${counted(content.slice(1))}${end}`;
    isFolded = false;
    let text = content;
    for (const row of rows) {
      const spans = spansOf(row, text);
      isFolded ||= row.folded === true && spans.at(-1)?.[1] === text.length;
      for (const [from, to] of spans.reverse())
        text = text.slice(0, from) + inQuotes(text, from, to, counted) + text.slice(to);
    }
    return text + end;
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
