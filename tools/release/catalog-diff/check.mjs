import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carriersOf } from '../../build/carried.mjs';
import { code } from '../../docs/sections.mjs';
import { bumpBetween, fileAt, lastRelease, pendingChangesets } from './released.mjs';

const order = ['none', 'patch', 'minor', 'major'];

/**
 * How each domain's catalog differs from its last release, and whether its changesets (or the version and changelog
 * that they became) say so: `{ name, released, bump, declared, changes, missing }`, `missing` being changes that no changelog names.
 * `isCounted` selects the changeset files that count.
 */
export const catalogDiffs = (workspace, domains, spec, isCounted = () => true) => {
  const changesets = pendingChangesets(workspace).filter(({ file }) => isCounted(file));
  return domains.flatMap(({ folder, path, manifest }) => {
    const { name, version } = manifest;
    const released = lastRelease(workspace, name);
    const before = released && fileAt(workspace, released.tag, `packages/${folder}/specs.json`);
    if (before === undefined) return [];
    const after = readFileSync(join(path, 'specs.json'), 'utf8');
    const { bump, changes } = compareSlices(spec, JSON.parse(before), JSON.parse(after));
    const own = changesets.filter(({ bumps }) => name in bumps);
    const declared = own.reduce(
      (most, { bumps }) => greater(most, bumps[name]),
      bumpBetween(released.version, version),
    );
    const said = [...own.map(({ summary }) => summary), changelogSince(path, released.version)].join('\n');
    const missing = changes.filter(({ line }) => !said.includes(code(line)));
    return [{ name, released: released.version, bump, declared, changes, missing }];
  });
};

/** What is wrong with the pending release of a workspace's domains, in words. */
export const diffViolations = (diffs) =>
  diffs.flatMap(({ name, released, bump, declared, missing }) => [
    ...(reaches(declared, bump)
      ? []
      : [
          `${name} needs a ${bump} release for its changes since ${released}, but its changesets declare ${declared}`,
        ]),
    ...missing.map(({ line }) => `${name}: no changeset says ${code(line)}`),
  ]);

/** The text of a changeset with all changes that are not in one yet, for the domain and the catalogs that carry it. */
export const changesetText = ({ name, bump, missing }) =>
  `---\n${[name, ...carriersOf(name)].map((each) => `'${each}': ${bump}\n`).join('')}---\n\nChanges of the catalog:\n\n${missing.map(({ line }) => `- ${code(line)}\n`).join('')}`;

const changelogSince = (path, version) => {
  const file = join(path, 'CHANGELOG.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [before] = text.split(`\n## ${version}\n`);
  return before ?? '';
};

/** The greater of two bumps: none, patch, minor or major. */
const greater = (a, b) => (order.indexOf(a) > order.indexOf(b) ? a : b);

/** Whether a bump is at least as great as another. */
const reaches = (bump, wanted) => order.indexOf(bump) >= order.indexOf(wanted);

/**
 * Changes between the released data of a slice and its current data: `{ bump, changes }`, each change with the line
 * for the changelog and the bump it requires. Major: a name (spec, provider, condition, setting) is removed or
 * changes its form. Minor: a name is added. Patch: text or behaviour changes.
 */
export const compareSlices = (spec, before, after) => {
  const changes = [
    ...specChanges(spec, before.specs, after.specs, ''),
    ...variantChanges(spec, before, after),
    ...partChanges(spec, 'provider', before, after, ({ yields, width = 1 }) => `${yields} ${width}`),
    ...partChanges(spec, 'condition', before, after, () => ''),
    ...partChanges(spec, 'setting', before, after, (setting) => spec.settingKind(setting)),
    ...partChanges(spec, 'value', before, after, () => ''),
  ];
  return { bump: changes.reduce((bump, change) => greater(bump, change.bump), 'none'), changes };
};

const variantChanges = (spec, before, after) =>
  [...new Set([...Object.keys(before.variants), ...Object.keys(after.variants)])].flatMap((name) => {
    const changed = specChanges(
      spec,
      spec.specsOfData(before, name),
      spec.specsOfData(after, name),
      ` (variant ${name.toUpperCase()})`,
    );
    // A change that a variant shares with the slice is listed for the slice.
    const shared = new Set(specChanges(spec, before.specs, after.specs, '').map(({ line }) => line));
    return changed.filter(({ line }) => !shared.has(line.replace(/ \(variant \w+\)/, '')));
  });

const specChanges = (spec, before, after, where) => {
  const { added, removed, changed } = spec.diffByName(before, after);
  return [
    ...Object.entries(added).map(([name, each]) =>
      change('minor', '+', `${name}${where} = ${writtenAs(spec, each)}`),
    ),
    ...Object.keys(removed).map((name) => change('major', '-', `${name}${where}`)),
    ...Object.entries(changed).map(([name, { from, to }]) =>
      change('patch', '~', `${name}${where}: ${difference(spec, from, to)}`),
    ),
  ];
};

const writtenAs = ({ writtenForm }, each) => writtenForm('', each).replace(/^ = /, '');

const difference = (spec, from, to) => {
  const [old, now] = [writtenAs(spec, from), writtenAs(spec, to)];
  if (old !== now) return `${now}, was ${old}`;
  const { added, removed, changed } = spec.diffByName(from, to);
  return Object.keys({ ...added, ...removed, ...changed })
    .sort()
    .join(', ');
};

const partChanges = (spec, kind, before, after, formOf) => {
  const parts = (data) =>
    Object.assign({}, data[`${kind}s`], ...Object.values(data.variants).map((v) => v[`${kind}s`]));
  const { added, removed, changed } = spec.diffByName(parts(before), parts(after));
  return [
    ...Object.keys(added).map((name) => change('minor', '+', `${kind} ${name}`)),
    ...Object.keys(removed).map((name) => change('major', '-', `${kind} ${name}`)),
    ...Object.entries(changed).map(([name, { from, to }]) =>
      formOf(from) === formOf(to)
        ? change(
            'patch',
            '~',
            `${kind} ${name}: ${Object.keys(spec.diffByName(from, to).changed).join(', ')}`,
          )
        : change('major', '~', `${kind} ${name}: ${formOf(to)}, was ${formOf(from)}`),
    ),
  ];
};

const change = (bump, sign, text) => ({ bump, line: `${sign} ${text}` });
