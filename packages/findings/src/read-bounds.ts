import type { Bound, Condition } from './finding.js';
import type { KeyPath, Problems } from './problems.js';

/** The operators of a bound. */
export const boundWords: readonly Bound['operator'][] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];

/** Reads the bounds of a number that a condition names by a word. */
export function readBounds(
  keys: KeyPath,
  word: string,
  value: Readonly<Record<string, unknown>>,
  problems: Problems,
): Bound[] {
  const bounds = boundWords.flatMap((operator): Bound[] => {
    const bound = value[operator];
    if (bound === undefined) return [];
    if (typeof bound === 'number' && Number.isFinite(bound)) return [{ operator, value: bound }];
    problems.wrong([...keys, operator], bound, 'a number');
    return [];
  });
  if (bounds.length === 0) problems.add(keys, `${word} needs a bound: ${boundWords.join(', ')}`);
  return bounds;
}

/** Reads a condition on the percentage that one number is of another one. */
export function readShare(
  keys: KeyPath,
  value: unknown,
  problems: Problems,
  specOf: (keys: KeyPath, value: unknown) => string | undefined,
): Condition | undefined {
  const read = problems.mapping(keys, value, ['spec', 'part', 'of', 'at_least', ...boundWords]);
  if (!read) return undefined;
  const spec = specOf([...keys, 'spec'], read.spec);
  const [part, of] = (['part', 'of'] as const).map((word) => {
    if (read[word] === undefined)
      problems.add(keys, `share needs ${word}: the name of a number, in a line or of a file`);
    return problems.text([...keys, word], read[word], 100);
  });
  const bounds = readBounds(keys, 'share', read, problems);
  const atLeast = read.at_least ?? 0;
  if (typeof atLeast !== 'number' || !(atLeast >= 0))
    return problems.wrong([...keys, 'at_least'], atLeast, 'a number from 0');
  return spec === undefined || part === undefined || of === undefined
    ? undefined
    : { kind: 'share', spec, part, of, bounds, atLeast };
}
