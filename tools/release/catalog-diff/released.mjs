import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../workspace/run.mjs';

/** The last release of a package, from its tags (`@hostspec/kernel@1.2.0`): `{ version, tag }`; undefined before the first. */
export const lastRelease = (workspace, name) => {
  const [tag] = git(workspace, 'tag', '--list', `${name}@*`, '--sort=-version:refname').trim().split('\n');
  return tag ? { tag, version: tag.slice(name.length + 1) } : undefined;
};

/** A file as it was at a tag; undefined if it did not exist. */
export const fileAt = (workspace, tag, path) => {
  try {
    return git(workspace, 'show', `${tag}:${path}`);
  } catch {
    return undefined;
  }
};

/** The pending changesets of a workspace: `{ file, bumps, summary }`, bumps by package. */
export const pendingChangesets = (workspace) =>
  readdirSync(join(workspace, '.changeset'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => {
      const text = readFileSync(join(workspace, '.changeset', file), 'utf8');
      const [, head = '', summary = ''] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(text) ?? [];
      const bumps = [...head.matchAll(/^["']?([^"'\n]+?)["']?\s*:\s*(major|minor|patch|none)\s*$/gm)];
      return { file, bumps: Object.fromEntries(bumps.map(([, name, bump]) => [name, bump])), summary };
    });

/** The bump between two versions: none, patch, minor or major. */
export const bumpBetween = (from, to) => {
  const [a, b] = [from, to].map((version) => version.split(/[.-]/).map(Number));
  const index = [0, 1, 2].find((place) => a[place] !== b[place]);
  return index === undefined ? 'none' : ['major', 'minor', 'patch'][index];
};
