import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { selectionOf } from '@hostspec/engine';
import { linuxSpecs } from '@hostspec/linux-specs';
import { type Catalog, nameMatcher } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { hostOptions } from '../shared-options.js';
import { packages } from '../testing/cli.js';
import { readProfile } from './profile-file.js';

const folder = join(packages, 'linux-specs/profiles');
const { specs, domainOf, domains } = linuxSpecs as unknown as Catalog;
const names = Object.keys(specs);
const shipped = readdirSync(folder).map((file) => {
  const { profile } = readProfile(join(folder, file), readFileSync(join(folder, file), 'utf8'));
  return { file, profile };
});
const onlyIfNamed = ['journal_raw', 'journal_verify'];

describe.each(shipped)('the profile in $file', ({ file, profile }) => {
  test('has the name of its file, and says what it is for', () => {
    expect(profile.name).toBe(basename(file, '.yaml'));
    expect(profile.doc).toMatch(/\S/);
    expect(hostOptions.profile.doc).toMatch(new RegExp(`\\b${profile.name}\\b`));
  });

  test('names only what the catalog has', () => {
    const patterns = [...(profile.pick ?? []), ...(profile.skip ?? [])];
    expect(patterns.filter((pattern) => !names.some(nameMatcher(pattern)))).toEqual([]);
    const known = domains.map(({ name }) => name);
    expect((profile.domains ?? []).filter((domain) => !known.includes(domain))).toEqual([]);
  });

  test('says what the host is', () => {
    const selects = selectionOf(profile);
    const identity = ['hostname', 'os_release', 'uname', 'uptime', 'date_utc'];
    expect(identity.filter((name) => selects(name, domainOf[name] ?? '') === 'no')).toEqual([]);
  });
});

test('every spec on request is in a profile and in all, but those that must be asked for by name', () => {
  const rest = names.filter((name) => specs[name]?.onRequest && !onlyIfNamed.includes(name));
  const named = (name: string): string[] =>
    shipped.flatMap(({ profile }) => (profile.pick?.includes(name) ? [profile.name] : []));
  for (const name of rest) {
    expect([name, named(name)]).toEqual([name, expect.arrayContaining(['all'])]);
    expect([name, named(name).length > 1]).toEqual([name, true]);
  }
  expect(onlyIfNamed.map((name) => [specs[name]?.onRequest, named(name)])).toEqual([
    [true, []],
    [true, []],
  ]);
});

test('all selects every spec', () => {
  const all = shipped.find(({ profile }) => profile.name === 'all');
  if (!all) throw new Error('no profile is called all');
  const selects = selectionOf(all.profile);
  expect(names.filter((name) => selects(name, domainOf[name] ?? '') === 'no')).toEqual([]);
});
