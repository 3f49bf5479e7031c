import { isDeepStrictEqual } from 'node:util';
import { expectedFor } from './expected.mjs';

/**
 * Compares what the parsers made of two archives: `{ parser, kind, reason, explained }` of each that came to another
 * outcome or value. A difference in a parser's spec, explained there, explains the parser's; `differences` are those.
 */
export const compareParsers = ({ ours, theirs, differences, expected }) => {
  const explainedSpecs = new Map(
    differences.filter(({ explained }) => explained).map(({ spec, explained }) => [spec, explained]),
  );
  return Object.keys(theirs.parsers).flatMap((parser) => {
    const difference = compareParser(ours.parsers[parser], theirs.parsers[parser]);
    if (difference === undefined) return [];
    const spec = theirs.parsers[parser].specs.find((name) => explainedSpecs.has(name));
    const entry = expectedFor(expected.parsers, parser, difference.kind);
    const explained = entry?.reason ?? explainedSpecs.get(spec);
    return [{ parser, ...difference, ...(explained && { explained }) }];
  });
};

const compareParser = (ours, theirs) => {
  if (!ours) return { kind: 'outcome', reason: 'not run' };
  if (ours.outcome !== theirs.outcome)
    return {
      kind: 'outcome',
      reason: `${ours.outcome} for ${theirs.outcome}${because(ours)}${because(theirs)}`,
    };
  if (!isDeepStrictEqual(ours.errors, theirs.errors))
    return { kind: 'errors', reason: `${JSON.stringify(ours.errors)} for ${JSON.stringify(theirs.errors)}` };
  if (ours.digest === theirs.digest) return undefined;
  return { kind: 'value', reason: valueDifference(ours.value, theirs.value) ?? 'another value' };
};

const because = ({ errors }) => (errors ? ` (${errors[0].slice(0, 200)})` : '');

/** The first place where two values differ, in words. */
const valueDifference = (ours, theirs, path = '') => {
  if (isDeepStrictEqual(ours, theirs)) return undefined;
  const both = [ours, theirs].every((value) => typeof value === 'object' && value !== null);
  if (!both)
    return `${path || 'value'}: ${JSON.stringify(ours)?.slice(0, 100)} for ${JSON.stringify(theirs)?.slice(0, 100)}`;
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  for (const key of keys) {
    const difference = valueDifference(ours[key], theirs[key], path ? `${path}.${key}` : key);
    if (difference) return difference;
  }
  return undefined;
};

/** How many parsers came to each outcome: `{ ok, skipped, failed }`. */
export const countOutcomes = ({ parsers }) => {
  const counts = { ok: 0, skipped: 0, failed: 0 };
  for (const { outcome } of Object.values(parsers)) counts[outcome]++;
  return counts;
};
