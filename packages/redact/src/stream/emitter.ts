import { asBuffer } from '../match/bytes.js';
import { type CompiledRule, costlyRule } from '../match/compiled-rule.js';
import type { Found, Window } from '../match/matcher.js';
import { type KeyBlock, keyBlock, textBefore } from './key-block.js';
import type { Mask } from './mask.js';
import type { Output } from './output.js';

/** Writes a stream with masks in place of the secrets found. */
interface Emitter {
  /** Writes up to `limit`. `found` is sorted, and each secret in it starts before `limit`. */
  readonly emit: (window: Window, output: Output, found: readonly Found[], limit: number) => void;
  /** True between secrets, when no mask is open. */
  readonly isIdle: () => boolean;
  readonly shift: (by: number) => void;
}

/** An open mask: it hides bytes up to `until`, then as long as they are in `rest`. */
interface Masked {
  until: number;
  rest: Uint8Array | undefined;
}

const keyBefore = /(\\{0,3}")[ \t]{0,16}:[ \t]{0,16}$/;

/** The mask of a secret, in quotes if it replaces a number in JSON. */
export function inQuotes(
  text: string,
  start: number,
  end: number,
  masked: (secret: string) => string,
): string {
  const secret = text.slice(start, end);
  if (!/^-?\d[\d.]*$/.test(secret)) return masked(secret);
  const [, quote = ''] = keyBefore.exec(text.slice(Math.max(0, start - 40), start)) ?? [];
  return `${quote}${masked(secret)}${quote}`;
}

/** The original text of a secret. The text of the window has some letters replaced. */
const secretIn = ({ bytes }: Window, { start, end }: Found): string =>
  asBuffer(bytes).toString('latin1', start, end);

/** Extends the open mask if a secret continues it. Returns true if so. */
function continues(masked: Masked | undefined, bytes: Uint8Array, { start, end }: Found): boolean {
  if (masked === undefined) return false;
  if (start >= masked.until && masked.rest?.[bytes[start] as number] !== 1) return false;
  masked.until = Math.max(masked.until, end);
  return true;
}

/** Creates an emitter. `count` is called for each secret, in order. */
export function createEmitter(
  rules: readonly CompiledRule[],
  mask: Mask,
  count: (id: string, window: Window, at: number) => void,
): Emitter {
  let at = 0;
  let masked: Masked | undefined;
  let lastMasked = Number.NEGATIVE_INFINITY;
  let block: { readonly id: string; readonly lines: KeyBlock; counted: boolean } | undefined;

  const skipMasked = (bytes: Uint8Array, to: number) => {
    if (masked === undefined) return;
    at = Math.max(at, Math.min(masked.until, to));
    if (at < masked.until) return;
    const { rest } = masked;
    while (rest !== undefined && at < to && rest[bytes[at] as number] === 1) at++;
    if (at === to) return;
    masked = undefined;
    lastMasked = at;
  };

  /** Counts a block once, at its first masked line. If all its lines are masks already, this is never called. */
  const countOnce = (current: { readonly id: string; counted: boolean }, window: Window) => {
    if (!current.counted) count(current.id, window, at);
    current.counted = true;
  };

  const advance = (window: Window, output: Output, to: number) => {
    const { bytes, text } = window;
    // Costly lines can be inside a block.
    if (block !== undefined) skipMasked(bytes, to);
    if (block !== undefined && masked === undefined && at < to) {
      const current = block;
      const masking = (secret: string): string => {
        countOnce(current, window);
        return mask(current.id, secret);
      };
      const reached = current.lines.advance({ bytes, text: text(), output, mask: masking }, at, to);
      at = reached.at;
      if (reached.ended) block = undefined;
    }
    skipMasked(bytes, to);
    if (at >= to || block !== undefined) return;
    output.copy(bytes, at, to);
    at = to;
  };

  /** Masks the rest of a costly line, also if a mask or a block is open. */
  const replaceLine = (window: Window, output: Output, each: Found, { rule, rest }: CompiledRule) => {
    count(rule.id, window, each.start);
    output.write(mask(rule.id, secretIn(window, each)));
    masked = { until: Math.max(each.end, masked?.until ?? 0), rest };
  };

  const replace = (window: Window, output: Output, each: Found) => {
    const found = rules[each.rule] as CompiledRule;
    const { rule } = found;
    advance(window, output, each.start);
    if (rule === costlyRule) return replaceLine(window, output, each, found);
    if (block !== undefined || at > each.start || continues(masked, window.bytes, each)) return;
    if (rule.block) {
      const lines = keyBlock(textBefore(window.text(), each.start, masked?.until ?? lastMasked));
      block = { id: rule.id, lines, counted: false };
      masked = undefined;
      return;
    }
    count(rule.id, window, each.start);
    output.write(inQuotes(window.text(), each.start, each.end, () => mask(rule.id, secretIn(window, each))));
    masked = { until: each.end, rest: each.long ? found.rest : undefined };
  };

  return {
    emit(window, output, found, limit) {
      for (const each of found) replace(window, output, each);
      advance(window, output, limit);
    },
    isIdle: () => masked === undefined && block === undefined,
    shift(by) {
      at -= by;
      lastMasked -= by;
      if (masked !== undefined) masked.until -= by;
    },
  };
}
