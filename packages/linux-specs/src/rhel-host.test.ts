import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultSpecs } from '@hostspec/default-specs';
import { collect, memorySink, plan } from '@hostspec/engine';
import type { Catalog, Outcome, Spec } from '@hostspec/spec';
import { type FakeHost, type HostData, hostFromData } from '@hostspec/testing';
import glob from 'fast-glob';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { linuxSpecs } from './index.js';

/** A host that has, beside its own, some of what the hosts of the domains have. */
interface PreparedHost extends HostData {
  readonly alike: {
    /** Paths of files, and of directories with a slash at the end. */
    readonly files: readonly string[];
    /** Beginnings of command lines, by package. */
    readonly commands: Readonly<Record<string, readonly string[]>>;
  };
}

const packages = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => parse(readFileSync(join(packages, path), 'utf8'));

function preparedHost(path: string): FakeHost {
  const { os, alike, files, commands }: PreparedHost = read(path);
  const hosts: readonly HostData[] = glob.sync('*/fixtures/hosts/*.yaml', { cwd: packages }).sort().map(read);
  const taken = (part: 'files' | 'commands', isAlike: (key: string) => boolean) =>
    Object.fromEntries(
      hosts.flatMap((host) => Object.entries(host[part] ?? {})).filter(([key]) => isAlike(key)),
    );
  const lines = Object.values(alike.commands).flat();
  return hostFromData({
    os,
    files: {
      ...taken('files', (key) =>
        alike.files.some((file) => (file.endsWith('/') ? key.startsWith(file) : key === file)),
      ),
      ...files,
    },
    commands: {
      ...taken('commands', (key) => lines.some((line) => `${key} `.startsWith(`${line} `))),
      ...commands,
    },
  });
}

const catalog = linuxSpecs as unknown as Catalog;

let outcomes: readonly Outcome[];
beforeAll(async () => {
  // The date of all fixtures.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 2, 12) });
  const host = preparedHost('linux-specs/fixtures/rhel-9.yaml');
  const sink = memorySink();
  for await (const _ of collect(await plan(catalog, { host }), { catalog, host, sink }));
  outcomes = [...sink.outcomes.values()];
  await sink.close();
});
afterAll(() => {
  vi.useRealTimers();
});

const isForRhel = ({ for: families }: Spec): boolean =>
  families?.some((family) => ['rhel', 'systemd'].includes(family.split(' ')[0] ?? '')) ?? true;

test('a default run on RHEL gives content for at least 45 % of the specs that are for it and not in the specification', () => {
  const wanted = Object.entries(catalog.specs)
    .filter(([name, spec]) => !(name in DefaultSpecs) && isForRhel(spec))
    .map(([name]) => name);
  const giving = outcomes.filter(
    ({ name, status }) => wanted.includes(name) && (status === 'collected' || status === 'truncated'),
  );
  expect(giving.length / wanted.length).toBeGreaterThanOrEqual(0.45);
});

test('on RHEL no spec of the specification is for another distribution', () => {
  const elsewhere = outcomes.filter(
    ({ name, reason }) => name in DefaultSpecs && reason?.startsWith('not for this distribution') === true,
  );
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
});
