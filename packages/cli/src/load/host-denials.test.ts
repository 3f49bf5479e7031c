import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunner } from '@hostspec/runner';
import { hostError, joinWords } from '@hostspec/spec';
import { fakeHost, needs } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { hostspec, overEtc, temporaryDirectory } from '../testing/cli.js';
import { deniedBy } from './denials.js';
import { denialsOn } from './host-denials.js';

const runner = typeof findRunner() === 'string' ? ['a runner'] : [];
const on = (files: Record<string, string | { denied: true }>) => ({
  host: fakeHost({ files }) as never,
  access: { by: 'runner', build: '1', arch: 'amd64', protocol: 2, on: 'web1', arrived: 'kept' } as never,
});
const none = {
  path: '/here.yaml',
  specs: [],
  files: [],
  commands: [],
  texts: [],
  expressions: [],
  keywords: [],
};
const own = '/etc/hostspec/deny.yaml';

describe('what must not be collected on another host', () => {
  it('is what its files say, and those of this machine', async () => {
    const here = deniedBy([{ ...none, files: ['/etc/a'], keywords: ['inner'] }]);
    const files = {
      [own]: 'files: [/etc/b]\nkeywords: [outer]\npatterns: [acme]\n',
      '/etc/insights-client/file-redaction.yaml': 'commands: [/sbin/lsmod]\n',
    };
    const denied = await denialsOn(on(files), here);
    expect(denied?.denials.file('/etc/a')).toBe('left out by /here.yaml');
    expect(denied?.denials.file('/etc/b')).toBe(`left out by ${own}`);
    expect(denied?.denials.command('/sbin/lsmod')).toBe(
      'left out by /etc/insights-client/file-redaction.yaml',
    );
    expect(denied?.denials.spec('hosts')).toBeUndefined();
    expect(denied?.member('etc/b')).toBe(`left out by ${own}`);
    expect(denied?.keywords).toEqual(['inner', 'outer']);
    expect(denied?.texts).toEqual(['acme']);
  });

  it('is what this machine says if the host has no such files, or is this machine', async () => {
    const here = deniedBy([none]);
    expect(await denialsOn(on({}), here)).toBe(here);
    expect(await denialsOn(on({}), undefined)).toBeUndefined();
    const local = { ...on({ [own]: 'files: [/etc/b]\n' }), access: { by: 'process', reason: 'x' } as never };
    expect(await denialsOn(local, here)).toBe(here);
  });

  it.each([
    [
      'sepcs: [x]\n',
      `web1:${own}:1:1: "sepcs" is not known; allowed: specs, files, commands, patterns, keywords`,
    ],
    ['files: [[&a [x]]]\n', 'is a list; allowed: a text in quotes'],
    [`files: [${'a, '.repeat(1001)}]\n`, 'has 1001 entries; allowed: at most 1000: it says what must not be'],
    [`# ${'x'.repeat(1024 * 1024)}`, 'is larger than 1048576 bytes: it says what must not be collected'],
    [{ denied: true }, '; connect as root, or use --sudo: it says what must not be collected'],
  ] as const)('ends the run if a file cannot be used: case %#', async (content, message) => {
    await expect(denialsOn(on({ [own]: content }), undefined)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(message),
    });
  });

  it('does not ask for other rights if the host is silent', async () => {
    const { host, access } = on({});
    const silent = { ...(host as object), readFile: () => Promise.reject(hostError('failed', 'silent')) };
    await expect(denialsOn({ host: silent as never, access }, undefined)).rejects.toThrow(
      `web1:${own} cannot be read: silent: it says what must not be collected, so nothing was collected`,
    );
  });
});

needs(...runner, 'root', 'a mount namespace')(
  'another host that is collected keeps back what its files name',
  () => {
    const collected = (pattern: string) => {
      const deny = `files: [/etc/hosts]\npatterns:\n  regex: ["^acme", "${pattern}"]\nkeywords: [zephyr]`;
      const etc = {
        'hostspec/deny.yaml': deny,
        'nscd.conf': `one\nacme plant\ntwo zephyr ${'x'.repeat(5000)}\nthree`,
      };
      const what = ['--only', 'hosts,nscd_conf', '--via', joinWords([...overEtc(etc), 'sh'])];
      const archive = join(temporaryDirectory(), 'archive');
      const format = ['--format', 'directory', '--output', archive, '--quiet'];
      const { status, stderr } = hostspec(['collect', ...what, ...format]);
      expect(stderr).toMatch(status === 0 ? /^$/ : /^hostspec: nothing was collected: /);
      const { outcomes } = JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8'));
      const [hosts, nscd] = ['hosts', 'nscd_conf'].map((wanted) =>
        outcomes.find(({ name }: { name: string }) => name === wanted),
      );
      expect(hosts).toMatchObject({ status: 'denied', reason: 'left out by /etc/hostspec/deny.yaml' });
      return { status, nscd, archive, what };
    };
    const { status, nscd, archive, what } = collected('^b');
    expect(status).toBe(0);
    const content = readFileSync(join(archive, 'data', nscd.items[0].path), 'utf8');
    expect(content).toMatch(/^one\ntwo (?!zephyr)/);
    expect(hostspec(['plan', ...what]).stdout).toMatch(
      /hosts +denied +left out by \/etc\/hostspec\/deny\.yaml/,
    );
    // An engine that goes back over the line would not end.
    const slow = collected('(x+x+)+y|(x+)+$');
    expect(slow.status).toBe(0);
    expect(readFileSync(join(slow.archive, 'data', slow.nscd.items[0].path), 'utf8')).toBe('one\nthree\n');
  },
  60_000,
);
