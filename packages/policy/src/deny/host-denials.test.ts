import { hostError } from '@hostspec/spec';
import { fakeHost } from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { deniedBy } from './denials.js';
import { denialsOn } from './host-denials.js';

const on = (files: Record<string, string | { denied: true }>) => ({
  host: fakeHost({ files }) as never,
  elsewhere: 'web1',
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

describe('denials of another host', () => {
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
    const local = { ...on({ [own]: 'files: [/etc/b]\n' }), elsewhere: undefined };
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
    const { host, elsewhere } = on({});
    const silent = { ...(host as object), readFile: () => Promise.reject(hostError('failed', 'silent')) };
    await expect(denialsOn({ host: silent as never, elsewhere }, undefined)).rejects.toThrow(
      `web1:${own} cannot be read: silent: it says what must not be collected, so nothing was collected`,
    );
  });
});
