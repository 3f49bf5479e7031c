import type { ContentRedactor } from '@hostspec/spec';
import { overlapsMask } from '../match/mask-form.js';
import { randomValues } from '../rules/random-values.js';
import { countOne, type OnSecret, type Shared } from './content.js';
import { inQuotes } from './emitter.js';
import { createLineStage } from './line-stage.js';

const rule = 'random-value';

/** Masks the values that look random in what `inner`, which applies the rules, leaves. */
export function createRandomStage(
  { mask, totals }: Shared,
  inner: ContentRedactor,
  onSecret?: OnSecret,
): ContentRedactor {
  let line = 1;
  let count = 0;

  const masked = (text: string): string => {
    let out = '';
    let copied = 0;
    const counted = (secret: string): string => {
      count++;
      countOne(rule, totals.secrets);
      return mask(rule, secret);
    };
    for (const [from, to] of randomValues(text)) {
      if (overlapsMask(text, from, to)) continue;
      out += text.slice(copied, from) + inQuotes(text, from, to, counted);
      onSecret?.(rule, line + linesIn(text.slice(0, from)));
      copied = to;
    }
    if (onSecret) line += linesIn(text);
    return copied === 0 ? text : out + text.slice(copied);
  };

  const lines = createLineStage(masked, () => line++);
  return {
    push: (piece) => lines.push(inner.push(piece)),
    end() {
      const rest = Buffer.from(lines.push(inner.end()));
      return Buffer.concat([rest, lines.end()]);
    },
    masked: () => ({ ...inner.masked(), ...(count > 0 && { [rule]: count }) }),
  };
}

const linesIn = (text: string): number => text.split('\n').length - 1;
