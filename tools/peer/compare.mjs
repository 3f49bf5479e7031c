import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const prefix = 'insights.specs.Specs.';

/**
 * Reads an archive's folder by its metadata: of each spec its `items` (path below data/ to metadata), how many
 * are `repeated`, whether they are a `list`, and the `errors`; and the outcomes of hostspec's manifest if there is one.
 */
export const readArchive = (folder) => {
  const specs = new Map();
  for (const name of readdirSync(join(folder, 'meta_data'))) {
    const {
      name: component,
      results,
      errors,
    } = JSON.parse(readFileSync(join(folder, 'meta_data', name), 'utf8'));
    const items = new Map();
    const all = [results ?? []].flat();
    for (const { type, object } of all) items.set(object.relative_path, { type, object });
    specs.set(component.slice(prefix.length), {
      items,
      repeated: all.length - items.size,
      list: Array.isArray(results),
      errors,
    });
  }
  return { folder, specs, outcomes: outcomesOf(folder) };
};

const outcomesOf = (folder) => {
  try {
    const { outcomes } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** The bytes of an item. */
export const contentOf = ({ folder }, path) => readFileSync(join(folder, 'data', path));

/**
 * Text as insights-core stores it: of a command cut at every line boundary that Unicode knows, of a file at the usual
 * ones; joined by newlines, without the last one; bytes that are not UTF-8 left out.
 */
const asStored = (bytes, isCommand) => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\ufffd', '');
  const boundary = isCommand ? /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g : /\r\n|\r/g;
  return text.replace(boundary, '\n').replace(/\n$/, '');
};

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/**
 * The differences that expected.json explains: `specs` and `parsers`, each a list of `{ names, kind, reason, ignoring }`.
 * `ignoring` is a regular expression for the text that may differ. `published` are the names of the specification.
 */
export const readExpected = () => {
  const { specs, parsers } = read('expected.json');
  const published = Object.keys(read('../../packages/default-specs/fixtures/catalog.json'));
  return { specs: specs.map(readable), parsers: parsers.map(readable), published: new Set(published) };
};

const readable = ({ ignoring, ...entry }) => ({
  ...entry,
  ...(ignoring && { ignoring: new RegExp(ignoring, 'g') }),
});

/** The entry that expects this kind of difference under this name, `texts` being the two that differ; undefined if there is none. */
const expectedFor = (entries, name, kind, texts) =>
  entries.find((entry) => entry.kind === kind && entry.names.includes(name) && isIgnored(entry, texts));

const isIgnored = ({ kind, ignoring }, texts) => {
  if (kind !== 'differs') return true;
  const [there, here] = texts.map((text) => text.replace(ignoring, ''));
  return there === here;
};

/** The first line in which two texts differ. */
const textDiff = (theirs, ours) => {
  const [there, here] = [theirs, ours].map((text) => text.split('\n'));
  const at = here.findIndex((line, index) => line !== there[index]);
  const place = at < 0 ? here.length : at;
  return `line ${place + 1}\n-${there[place]}\n+${here[place] ?? ''}`;
};

/**
 * Compares two archives of one host, spec by spec. `again` is a second archive of the peer, made after ours: what
 * differs between its own two collections changes by itself; content equal to either of them is not a difference.
 *
 * Returns `{ spec, kind, reason, explained, diff }`, of every spec that one of them has, one for each difference.
 */
export const compareArchives = ({ ours, theirs, again, expected }) => {
  const names = [...new Set([...ours.specs.keys(), ...theirs.specs.keys()])].sort();
  return names.flatMap((spec) => {
    const found = compareSpec(spec, ours, theirs);
    if (found.every(isSame)) return found.map(told);
    const later = again ? compareSpec(spec, ours, again) : found;
    if (later.every(isSame)) return later.map((same) => ({ ...told(same), explained: changedMeanwhile }));
    const changed = again ? compareSpec(spec, again, theirs) : [];
    return found.map((difference) => ({
      ...told(difference),
      ...explain(difference, changed, ours.outcomes, expected),
    }));
  });
};

const changedMeanwhile = 'changed between two collections of insights-core';

const isSame = ({ kind }) => kind.startsWith('same');

const told = ({ texts, ...difference }) => (texts ? { ...difference, diff: textDiff(...texts) } : difference);

/** Compares the items of a spec: a list of differences, or one entry that says they are the same; empty if neither has any. */
const compareSpec = (spec, ours, theirs) => {
  const mine = ours.specs.get(spec);
  const other = theirs.specs.get(spec);
  const [here, there] = [mine?.items.size ?? 0, other?.items.size ?? 0];
  if (here + there === 0) return [];
  if (here === 0) return [{ spec, kind: 'only theirs', reason: whyNotOurs(spec, ours) }];
  if (there === 0) return [{ spec, kind: 'only ours', reason: whyNotTheirs(other) }];
  const contents = compareContents(mine, other, ours, theirs);
  const differences = [
    { kind: 'other items', reason: otherItems(mine, other) },
    { kind: 'other metadata', reason: otherMetadata(mine, other) },
    ...contents.filter((content) => !isSame(content)),
    { kind: 'repeats', reason: otherRepeats(mine, other) },
    { kind: 'another order', reason: movedItem(mine, other) },
  ].filter(({ reason }) => reason);
  if (differences.length > 0) return differences.map((difference) => ({ spec, ...difference }));
  return [{ spec, ...(contents.find(({ kind }) => kind === 'same text') ?? { kind: 'same bytes' }) }];
};

/** For each item that both have, whether its content is the same. */
const compareContents = (mine, other, ours, theirs) =>
  [...mine.items].flatMap(([path, { type }]) => {
    if (!other.items.has(path)) return [];
    const [bytes, otherBytes] = [contentOf(ours, path), contentOf(theirs, path)];
    if (bytes.equals(otherBytes)) return { kind: 'same bytes' };
    const isCommand = /Command|Container/.test(type);
    const here = ours.outcomes ? asStored(bytes, isCommand) : bytes.toString();
    const there = otherBytes.toString();
    if (here !== there) return { kind: 'differs', reason: path, texts: [there, here] };
    return {
      kind: 'same text',
      reason: 'insights-core drops the last line end and normalises the others',
    };
  });

const otherItems = (mine, other) => {
  const [here, there] = [[...mine.items.keys()], [...other.items.keys()]];
  const added = here.filter((path) => !other.items.has(path));
  const missing = there.filter((path) => !mine.items.has(path));
  return [words('only ours', added), words('only theirs', missing)].filter(Boolean).join('; ');
};

/** Differences in the metadata that readers see, for items that both have. */
const otherMetadata = (mine, other) => {
  if (mine.list !== other.list)
    return `${mine.list ? 'a list' : 'one result'} for ${other.list ? 'a list' : 'one result'}`;
  for (const [path, { type, object }] of mine.items) {
    const twin = other.items.get(path);
    if (twin === undefined) continue;
    if (type !== twin.type) return `${path}: type ${type} for ${twin.type}`;
    for (const key of Object.keys(twin.object)) {
      // Fields that the peer leaves out (its rc and cmd are always null) are not a difference.
      if (twin.object[key] !== null && JSON.stringify(object[key]) !== JSON.stringify(twin.object[key]))
        return `${path}: ${key} ${JSON.stringify(object[key])} for ${JSON.stringify(twin.object[key])}`;
    }
  }
  return undefined;
};

const otherRepeats = (mine, other) =>
  mine.repeated !== other.repeated && `${mine.repeated} for ${other.repeated} items a second time`;

/** The first item that both have at different positions. */
const movedItem = (mine, other) => {
  const there = [...other.items.keys()].filter((path) => mine.items.has(path));
  const here = [...mine.items.keys()].filter((path) => other.items.has(path));
  return here.find((path, index) => path !== there[index]);
};

const words = (label, paths) =>
  paths.length > 0 ? `${label}: ${paths.slice(0, 5).join(' ')}${paths.length > 5 ? ' …' : ''}` : '';

const whyNotOurs = (spec, { outcomes }) => {
  const outcome = outcomes?.get(spec);
  return outcome ? `${outcome.status}: ${outcome.reason}` : 'not in the catalog';
};

const whyNotTheirs = (entry) =>
  entry?.errors[0]?.trim().split('\n').at(-1).slice(0, 300) ?? 'skipped by insights-core without a message';

/** Whether ours is theirs with masks in place of some texts within a line. */
export const isMasked = (there, here) => {
  const [theirLines, lines] = [there.split('\n'), here.split('\n')];
  const isSameOrMasked = (line, index) => line === theirLines[index] || isMaskedLine(theirLines[index], line);
  return here !== there && lines.length === theirLines.length && lines.every(isSameOrMasked);
};

const isMaskedLine = (there, here) => {
  const [first, ...parts] = here.split(/__secret_[a-z0-9_]+?_[0-9a-f]{8}__/);
  const last = parts.pop();
  if (last === undefined || !there.startsWith(first) || !there.endsWith(last)) return false;
  let end = first.length;
  for (const part of parts) {
    const start = there.indexOf(part, end + 1);
    if (start < 0) return false;
    end = start + part.length;
  }
  return end < there.length - last.length;
};

const explain = ({ spec, kind, reason, texts }, changed, outcomes, expected) => {
  if (kind === 'differs' && texts && isMasked(...texts))
    return { explained: 'the same, except for masked secrets' };
  const entry = expectedFor(expected.specs, spec, kind, texts);
  if (entry) return { explained: entry.reason };
  if (kind === 'only theirs' && outcomes && !outcomes.has(spec))
    return { explained: 'no entry of the published catalog' };
  if (kind === 'only ours' && reason?.includes('ContentException: Command not found: '))
    return { explained: 'hostspec found the program in another directory of the system' };
  if (kind === 'only ours' && !expected.published.has(spec))
    return { explained: 'beside the specification, so insights-core does not know it' };
  // Texts change in one item at a time; for the rest, the kind must match.
  if (changed.some((each) => each.kind === kind && (kind !== 'differs' || each.reason === reason)))
    return { explained: changedMeanwhile };
  return {};
};

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
  return ours.digest === theirs.digest ? undefined : { kind: 'value', reason: 'another value' };
};

const because = ({ errors }) => (errors ? ` (${errors[0].slice(0, 200)})` : '');
