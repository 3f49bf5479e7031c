import { describe, expect, test } from 'vitest';
import {
  compose,
  defineCondition,
  defineProvider,
  foreachExecute,
  linux,
  parseFor,
  simpleCommand,
  simpleFile,
  slice,
  windowSeconds,
} from '../index.js';

const doc = { doc: 'What it shows' };

const names = defineProvider({
  name: 'names',
  doc: 'Names.',
  yields: 'list',
  evaluate: () => ['a'],
});
const runs = defineCondition({
  name: 'Runs',
  doc: 'It runs.',
  evaluate: () => ({ holds: true, reason: 'it runs' }),
});

const base = slice({
  name: 'packages',
  version: '1.0.0',
  origin: 'https://example.com/catalog',
  specs: { rpm: simpleCommand('/bin/rpm -qa', doc), hosts: simpleFile('/etc/hosts', doc) },
});

describe('the variant for all of Linux', () => {
  const made = linux(base, {
    for: { rpm: ['rhel', 'suse'] },
    logs: { hosts: { newest: 1000 } },
    add: {
      dpkg: simpleCommand('/usr/bin/dpkg -l', { ...doc, for: ['debian 12+'], when: runs() }),
      each: foreachExecute('/usr/bin/dpkg -s %s', names(), doc),
    },
    providers: [names],
    conditions: [runs],
  });

  test('has the specs of its slice, those that are added, and the families of both', () => {
    expect(compose(made).specs).toEqual({
      rpm: { ...base.specs.rpm, for: ['rhel', 'suse'] },
      hosts: { ...base.specs.hosts, log: { newest: 1000 } },
      dpkg: made.specs.dpkg,
      each: made.specs.each,
    });
    expect(made.specs.rpm.for).toEqual(['rhel', 'suse']);
    expect(made.domainOf).toEqual({ rpm: 'packages', hosts: 'packages', dpkg: 'packages', each: 'packages' });
  });

  test('leaves its slice as it was', () => {
    expect(base.specs.rpm).not.toHaveProperty('for');
    expect(base.specs.hosts).not.toHaveProperty('log');
    expect(Object.keys(base.specs)).toEqual(['rpm', 'hosts']);
  });

  test('gives the origin of its slice only to the specs of its slice', () => {
    expect(made.specs.rpm).toHaveProperty('origin', 'https://example.com/catalog');
    expect(made.specs.dpkg).not.toHaveProperty('origin');
  });

  test('refuses families of a spec that is not there, and a spec that is', () => {
    // @ts-expect-error the slice has no spec of this name
    expect(() => linux(base, { for: { rmp: ['rhel'] } })).toThrow(
      'for: the slice has no spec named rmp; did you mean rpm?',
    );
    // @ts-expect-error the slice has no spec of this name
    expect(() => linux(base, { logs: { host: { newest: 1 } } })).toThrow(
      'logs: the slice has no spec named host',
    );
    expect(() => linux(base, { logs: { rpm: { newest: 1 } } })).toThrow('no log for a simple_command');
    expect(() => linux(base, { add: { rpm: simpleFile('/x', doc) } })).toThrow('spec rpm already exists');
    expect(() => linux(base, { for: { rpm: ['redhat'] } })).toThrow('spec rpm: for.0 is "redhat"');
  });
});

describe('for', () => {
  test.each([
    ['debian', { family: 'debian' }],
    ['debian 12+', { family: 'debian', from: [12] }],
    ['ubuntu 24.04+', { family: 'ubuntu', from: [24, 4] }],
    ['systemd', { family: 'systemd' }],
  ])('%j', (text, read) => {
    expect(parseFor(text)).toEqual(read);
  });

  test.each([
    ['debain', 'a distribution or service manager; did you mean debian?'],
    ['', 'a distribution or service manager; available: alpine, arch, debian'],
    ['debian 12', 'debian, or debian with its first version, as in "debian 12+"'],
    ['debian 12+ 13+', 'debian with its first version'],
    ['debian bookworm+', 'debian with its first version'],
    ['systemd 252+', 'systemd, without a version'],
  ])('%j is refused', (text, allowed) => {
    expect(parseFor(text)).toEqual({ allowed: expect.stringContaining(allowed) });
  });
});

test.each([
  ['30m', 1800],
  ['36h', 129_600],
  ['7d', 604_800],
  ['2w', 1_209_600],
  ['0d', undefined],
  ['7', undefined],
  ['-7d', undefined],
  ['7 d', undefined],
  ['1.5d', undefined],
  ['1000000d', undefined],
])('a window of %j is %j seconds', (text, seconds) => {
  expect(windowSeconds(text)).toBe(seconds);
});
