import { beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveFile, SkippedMember } from '../archive-index.js';
import { defaultLimits, jsonReaderOf } from '../archive-limits.js';
import { formatVersion, manifestHead, manifestText } from '../manifest.js';
import { reportOf, startOf } from '../testing/run.js';
import { insightsFailure } from './insights-outcomes.js';
import { readManifest } from './read-manifest.js';

const skipped: SkippedMember[] = [];
beforeEach(() => {
  skipped.length = 0;
});
const read = (text: string) =>
  readManifest(
    '/a.tar',
    { bytes: text.length, read: async () => Buffer.from(text) } as unknown as ArchiveFile,
    jsonReaderOf(defaultLimits),
    skipped,
  );
const json = (value: unknown) => read(JSON.stringify(value));

test.each([
  [null, 'is not a hostspec manifest'],
  [[], 'is not a hostspec manifest'],
  [{ kind: 'other' }, 'is not a hostspec manifest'],
  [{ kind: 'hostspec' }, `has formatVersion missing; this version reads ${formatVersion}`],
  [
    { kind: 'hostspec', formatVersion: 'x'.repeat(99) },
    `has formatVersion "${'x'.repeat(79)}…"; this version reads ${formatVersion}`,
  ],
])('%j is not a manifest of this version', async (value, why) => {
  await expect(json(value)).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    subject: '/a.tar',
    message: `cannot read /a.tar: manifest.json ${why}`,
  });
});

test('what is missing in a manifest is named', async () => {
  await expect(json({ kind: 'hostspec', formatVersion })).rejects.toThrow(
    /cannot read \/a.tar: manifest.json\.\w+ is missing; allowed: /,
  );
});

test('what is not JSON is refused with its cause', async () => {
  const error = await read('{').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'INVALID_ARCHIVE', cause: expect.any(Error) });
  expect((error as Error).message).toMatch(/^cannot read \/a.tar: manifest.json: ./);
});

const manifestWith = (mapped: unknown): string => {
  const report = { ...reportOf(startOf([])), mapped } as Parameters<typeof manifestHead>[0];
  return manifestText(manifestHead(report, 'hostspec 9.9.9'), []);
};

test.each([undefined, { kinds: ['ip', 'host'], keyCheck: '0123abcd', keepVendor: true }])(
  'how identity was mapped is in it: %j',
  async (mapped) => {
    expect((await read(manifestWith(mapped))).mapped).toEqual(mapped);
    expect(manifestWith(mapped).includes('"mapped"')).toBe(mapped !== undefined);
  },
);

test.each([
  [{ kinds: ['ip'], keyCheck: 'a secret' }, 'keyCheck.*; allowed: 8 hexadecimal digits'],
  [{ kinds: ['ip'], keyCheck: '0123abcde' }, 'keyCheck'],
  [{ kinds: ['ip'], keyCheck: 12345678 }, 'keyCheck'],
  [{ kinds: ['a Secret'], keyCheck: '0123abcd' }, 'kinds.*; allowed: a kind of identity, in small letters'],
  [{ kinds: ['ip'], keyCheck: '0123abcd', note: 'a secret' }, 'note'],
])('nothing else can be there: %j', async (mapped, key) => {
  await expect(read(manifestWith(mapped))).rejects.toMatchObject({
    code: 'INVALID_ARCHIVE',
    message: expect.stringMatching(new RegExp(`manifest.json.mapped.*${key}`)),
  });
});

describe('outcomes of insights-core', () => {
  const traceback = (last: string): string =>
    `Traceback (most recent call last):\n  File "plugins.py", line 112, in invoke\ninsights.core.exceptions.${last}\n`;

  test.each([
    ['ContentException: Command not found: /usr/bin/abrt', 'absent', 'command not found: /usr/bin/abrt'],
    ['ContentException: /etc/none does not exist.', 'absent', '/etc/none: no such file or directory'],
    ["ContentException: [/etc/a*, /etc/b*] didn't match.", 'absent', 'no file matches /etc/a*, /etc/b*'],
    ['ContentException: None of [/etc/a, /etc/b] found.', 'absent', 'none of /etc/a, /etc/b exists'],
    ['ContentException: No results found for [/bin/x %s]', 'absent', 'nothing for /bin/x %s'],
    ['ContentException: Empty (after filtering): etc/motd', 'empty', 'etc/motd: empty'],
    ['ContentException: Empty after cleaning: etc/motd', 'empty', 'etc/motd: empty'],
    ['ContentException: Cannot access /etc/shadow', 'denied', '/etc/shadow: permission denied'],
    [
      'NoFilterException: Skipping insights.specs.Specs.x due to no filters.',
      'skipped',
      'Skipping insights.specs.Specs.x due to no filters.',
    ],
    [
      `CalledProcessError: (9, ['timeout', '-s', '9', '10', '/usr/bin/dig', '.', 'SOA'], b";; no\\nserver")`,
      'failed',
      '/usr/bin/dig . SOA exited with 9: ;; no server',
    ],
    ['SomethingElse: whatever', 'failed', 'insights.core.exceptions.SomethingElse: whatever'],
  ])('%s', (last, status, reason) => {
    expect(insightsFailure([traceback(last)])).toEqual({ status, reason });
  });

  test('several failures: the status if they agree, and each reason once', () => {
    const [a, b] = ['/etc/a', '/etc/b'].map((path) => traceback(`ContentException: ${path} does not exist.`));
    const denied = traceback('ContentException: Cannot access /etc/c');
    expect(insightsFailure([`${a}`, `${b}`, `${a}`])).toEqual({
      status: 'absent',
      reason: '/etc/a: no such file or directory\n/etc/b: no such file or directory',
    });
    expect(insightsFailure([`${a}`, denied]).status).toBe('failed');
    expect(insightsFailure([])).toEqual({ status: 'failed' });
  });
});
