import { isDeepStrictEqual } from 'node:util';
import { expectedFor } from './compare.mjs';

/**
 * Compares the results of the parsers for two archives: `{ parser, kind, reason, explained }` for each with another
 * outcome or value. `differences` are differences of specs: a reason for one also explains its effect on a parser.
 */
export const compareParsers = ({ ours, theirs, differences, expected }) =>
  Object.keys(theirs.parsers).flatMap((parser) => {
    const difference = compareParser(ours.parsers[parser], theirs.parsers[parser]);
    if (difference === undefined) return [];
    const cause = differences.find(
      ({ spec, kind, explained }) =>
        explained && theirs.parsers[parser].specs.includes(spec) && canCause(kind, difference.kind),
    );
    const explained = expectedFor(expected.parsers, parser, difference.kind)?.reason ?? cause?.explained;
    return [{ parser, ...difference, ...(explained && { explained }) }];
  });

/** Whether a difference of a spec changes the outcome of a parser, or only its value or errors. */
const canCause = (kind, effect) => kind.startsWith('only') || effect !== 'outcome';

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

/** The number of parsers with each outcome: `{ ok, skipped, failed }`. */
export const countOutcomes = ({ parsers }) => {
  const counts = { ok: 0, skipped: 0, failed: 0 };
  for (const { outcome } of Object.values(parsers)) counts[outcome]++;
  return counts;
};

/** The most used parsers that both archives give a value for. */
export const valuedInBoth = (ours, theirs) =>
  Object.keys(theirs.parsers).filter((parser) =>
    [ours, theirs].every(({ parsers }) => parsers[parser]?.value !== undefined),
  );
