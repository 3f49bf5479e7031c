import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carriersOf } from '../../build/carried.mjs';
import { code } from '../../docs/sections.mjs';
import { compareSlices, greater, reaches } from './compare.mjs';
import { bumpBetween, fileAt, lastRelease, pendingChangesets } from './released.mjs';

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
