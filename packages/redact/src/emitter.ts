import { type KeyBlock, keyBlock } from './key-block.js';
import type { Mask } from './mask.js';
import type { CompiledRule, Found, Window } from './matcher.js';
import type { Output } from './output.js';

/** Writes the bytes of a stream with masks in place of what was found. */
export interface Emitter {
  /** Writes up to a limit. `found` is sorted by its start, which is before the limit. */
  readonly emit: (window: Window, output: Output, found: readonly Found[], limit: number) => void;
  /** Moves all positions back, after the window moved forward. */
  readonly shift: (by: number) => void;
}

/** Bytes that a mask replaced, up to a position and then while they continue the secret. */
interface Masked {
  until: number;
  rest: Uint8Array | undefined;
}

/** Makes an emitter; `count` is called with the id of a rule for each secret. */
export function createEmitter(
  rules: readonly CompiledRule[],
  mask: Mask,
  count: (id: string) => void,
): Emitter {
  let at = 0;
  let masked: Masked | undefined;
  let block: { readonly id: string; readonly lines: KeyBlock } | undefined;

  const skipMasked = (bytes: Uint8Array, to: number) => {
    if (masked === undefined) return;
    at = Math.max(at, Math.min(masked.until, to));
    if (at < masked.until) return;
    const { rest } = masked;
    while (rest !== undefined && at < to && rest[bytes[at] as number] === 1) at++;
    if (at < to) masked = undefined;
  };

  const advance = ({ bytes, text }: Window, output: Output, to: number) => {
    if (block !== undefined && at < to) {
      const { id, lines } = block;
      const reached = lines.advance(
        { bytes, text: text(), output, mask: (secret) => mask(id, secret) },
        at,
        to,
      );
      at = reached.at;
      if (reached.ended) block = undefined;
    }
    skipMasked(bytes, to);
    if (at >= to || block !== undefined) return;
    output.copy(bytes, at, to);
    at = to;
  };

  /** Whether a secret that starts here belongs to what is masked already. */
  const continues = (bytes: Uint8Array, { start, end }: Found): boolean => {
    if (masked === undefined) return false;
    if (start >= masked.until && masked.rest?.[bytes[start] as number] !== 1) return false;
    masked.until = Math.max(masked.until, end);
    return true;
  };

  const replace = (window: Window, output: Output, each: Found) => {
    const { rule, rest } = rules[each.rule] as CompiledRule;
    advance(window, output, each.start);
    if (block !== undefined || at > each.start || continues(window.bytes, each)) return;
    count(rule.id);
    if (rule.block) {
      block = { id: rule.id, lines: keyBlock() };
      return;
    }
    output.write(mask(rule.id, window.text().slice(each.start, each.end)));
    masked = { until: each.end, rest: each.long ? rest : undefined };
  };

  return {
    emit(window, output, found, limit) {
      for (const each of found) replace(window, output, each);
      advance(window, output, limit);
    },
    shift(by) {
      at -= by;
      if (masked !== undefined) masked.until -= by;
    },
  };
}
