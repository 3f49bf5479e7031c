import type { ContentRedactor } from '@hostspec/spec';
import { overlapsMask } from '../match/mask-form.js';
import { randomValues } from '../rules/random-values.js';
import { countingMask, type OnSecret, type Shared } from './content.js';
import { inQuotes } from './emitter.js';
import { createLineStage, longestRead } from './line-stage.js';

/** Masks the values that look random in what `inner`, which applies the rules, leaves. */
export function createRandomStage(
  shared: Shared,
  inner: ContentRedactor,
  onSecret?: OnSecret,
): ContentRedactor {
  let line = 1;
  let before = '';
  const { mask, masked } = countingMask('random-value', shared, onSecret);
  const counted = (secret: string): string => mask(secret, line);

  const maskedText = (text: string): string => {
    let out = '';
    let copied = 0;
    const pass = (end: number): string => {
      const part = text.slice(copied, end);
      if (onSecret) line += part.split('\n').length - 1;
      copied = end;
      return part;
    };
    for (const [from, to] of randomValues(text, longestRead, before)) {
      if (overlapsMask(text, from, to)) continue;
      out += pass(from) + inQuotes(text, from, to, counted);
      copied = to;
    }
    const last = text.lastIndexOf('\n');
    if (last !== -1) before = text.slice(text.lastIndexOf('\n', last - 1) + 1, last);
    return out + pass(text.length);
  };

  const lines = createLineStage(maskedText, () => line++);
  return {
    push: (piece) => lines.push(inner.push(piece)),
    end() {
      const rest = Buffer.from(lines.push(inner.end()));
      return Buffer.concat([rest, lines.end()]);
    },
    masked: () => ({ ...inner.masked(), ...masked() }),
  };
}
