import { asStored, contentOf } from './archive.mjs';
import { expectedFor } from './expected.mjs';
import { textDiff } from './text-diff.mjs';

/**
 * Compares two archives of one host, spec by spec. `again` is a second archive of the peer, made after ours: what
 * differs between its own two collections changes by itself, and what is the same as in either is no difference.
 *
 * Resolves to `{ spec, kind, reason, explained, diff }` of every spec that one of them has.
 */
export const compareArchives = ({ ours, theirs, again, expected }) => {
  const names = [...new Set([...ours.specs.keys(), ...theirs.specs.keys()])].sort();
  return names.flatMap((spec) => {
    const first = compareSpec(spec, ours, theirs);
    if (first === undefined || isSame(first)) return first ?? [];
    const second = again && compareSpec(spec, ours, again);
    if (second !== undefined && isSame(second)) return { ...second, explained: changedMeanwhile };
    return { ...first, ...explain(first, { ours, theirs, again, expected }) };
  });
};

const changedMeanwhile = 'changed between two collections of insights-core';

const isSame = ({ kind }) => kind.startsWith('same');

/** What both have of a spec; undefined where neither has anything. */
const compareSpec = (spec, ours, theirs) => {
  const mine = ours.specs.get(spec);
  const other = theirs.specs.get(spec);
  const [here, there] = [mine?.items.size ?? 0, other?.items.size ?? 0];
  if (here + there === 0) return undefined;
  if (here === 0) return { spec, kind: 'only theirs', reason: whyNotOurs(spec, ours) };
  if (there === 0) return { spec, kind: 'only ours', reason: whyNotTheirs(other) };
  const shape = shapeDifference(mine, other);
  if (shape !== undefined) return { spec, kind: 'differs', reason: shape };
  const contents = compareContents(spec, mine, ours, theirs);
  if (isSame(contents) && mine.repeated !== other.repeated)
    return { spec, kind: 'repeats', reason: `${mine.repeated} for ${other.repeated} items a second time` };
  const moved = isSame(contents) && movedItem(mine, other);
  return moved ? { spec, kind: 'another order', reason: moved } : contents;
};

const compareContents = (spec, { items }, ours, theirs) => {
  let kind = 'same bytes';
  for (const [path, { type }] of items) {
    const [mine, other] = [contentOf(ours, path), contentOf(theirs, path)];
    if (mine.equals(other)) continue;
    const isCommand = /Command|Container/.test(type);
    const [here, there] = [asStored(mine, isCommand), other.toString()];
    if (here !== there) return { spec, kind: 'differs', reason: path, diff: textDiff(there, here) };
    kind = 'same text';
  }
  const reason =
    kind === 'same text' ? 'insights-core drops the last line end and normalises the others' : undefined;
  return { spec, kind, reason };
};

/** Where the metadata disagrees on what a reader sees: which items there are, and what they are. */
const shapeDifference = (mine, other) => {
  const [here, there] = [[...mine.items.keys()], [...other.items.keys()]];
  const added = here.filter((path) => !other.items.has(path));
  const missing = there.filter((path) => !mine.items.has(path));
  if (added.length + missing.length > 0)
    return [words('only ours', added), words('only theirs', missing)].filter(Boolean).join('; ');
  if (mine.list !== other.list)
    return `${mine.list ? 'a list' : 'one result'} for ${other.list ? 'a list' : 'one result'}`;
  for (const [path, { type, object }] of mine.items) {
    const twin = other.items.get(path);
    if (type !== twin.type) return `${path}: type ${type} for ${twin.type}`;
    for (const key of Object.keys(twin.object)) {
      // What the peer leaves out (its rc and cmd are always null) is no difference.
      if (twin.object[key] !== null && JSON.stringify(object[key]) !== JSON.stringify(twin.object[key]))
        return `${path}: ${key} ${JSON.stringify(object[key])} for ${JSON.stringify(twin.object[key])}`;
    }
  }
  return undefined;
};

/** The first item that stands at another place in the list. */
const movedItem = (mine, other) => {
  const there = [...other.items.keys()];
  return [...mine.items.keys()].find((path, index) => path !== there[index]);
};

const words = (label, paths) =>
  paths.length > 0 ? `${label}: ${paths.slice(0, 5).join(' ')}${paths.length > 5 ? ' …' : ''}` : '';

const whyNotOurs = (spec, { outcomes }) => {
  const outcome = outcomes?.get(spec);
  return outcome ? `${outcome.status}: ${outcome.reason}` : 'not in the catalog';
};

const whyNotTheirs = (entry) =>
  entry?.errors[0]?.trim().split('\n').at(-1).slice(0, 300) ?? 'skipped by insights-core without a word';

const explain = ({ spec, kind }, { ours, theirs, again, expected }) => {
  const entry = expectedFor(expected.specs, spec, kind);
  if (entry) return { explained: entry.reason };
  if (kind === 'only theirs' && ours.outcomes && !ours.outcomes.has(spec))
    return { explained: 'no entry of the published catalog' };
  const changed = again && compareSpec(spec, again, theirs);
  if (changed && !isSame(changed)) return { explained: changedMeanwhile };
  return {};
};
