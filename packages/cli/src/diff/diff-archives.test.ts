import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec } from '../testing/cli.js';
import { archiveOf, ok, runInProcess } from '../testing/in-process.js';

describe('diff', () => {
  const before = { 'etc/hosts': 'a\nb\nc\n', 'etc/resolv.conf': 'same\n', 'etc/sysconfig/network': 'old\n' };
  const after = { 'etc/hosts': 'a\nB\nc\n', 'etc/resolv.conf': 'same\n', 'proc/meminfo': 'new\n' };

  test('prints changed lines, and new and removed items', async () => {
    const text = await ok('diff', await archiveOf(before), await archiveOf(after, 'directory'));
    expect(text).toContain(
      'hosts\n  ~ etc/hosts (6 B)\n    @@ -1,3 +1,3 @@\n     a\n    -b\n    +B\n     c\n',
    );
    expect(text).toContain('meminfo: absent -> collected\n  + proc/meminfo (4 B)\n');
    expect(text).toMatch(
      /^sysconfig_network: collected -> absent \(.*\)\n {2}- etc\/sysconfig\/network \(4 B\)$/m,
    );
    expect(text).not.toContain('resolv');
    expect(text).toMatch(/^3 of \d+ specs differ\n$/m);
  });

  test('prints the same lines once, unless specs are chosen', async () => {
    const twice = (text: string) => archiveOf({ 'etc/hosts': text, 'etc/resolv.conf': text });
    const archives = [await twice('a\nb\n'), await twice('a\nc\n')];
    expect(await ok('diff', ...archives)).toContain(
      '+c\n\nresolv_conf\n  ~ etc/resolv.conf (4 B)\n    the same lines as hosts\n',
    );
    expect(await ok('diff', ...archives, '--only', '*')).not.toContain('the same lines');
  });

  test('--brief, --only, --json', async () => {
    const archives = [await archiveOf(before), await archiveOf(after)];
    expect(await ok('diff', ...archives, '--brief', '--only', 'hosts')).toBe(
      'hosts\n  ~ etc/hosts (6 B)\n\n1 of 1 spec differs\n',
    );
    expect(JSON.parse(await ok('diff', ...archives, '--json', '--skip', 'meminfo,sysconfig*'))).toEqual({
      problems: { added: [], resolved: [], skipped: [] },
      before: archives[0],
      after: archives[1],
      compared: expect.any(Number),
      differentHosts: [],
      onlyBefore: [],
      onlyAfter: [],
      altered: [],
      leftOut: { specs: [], lines: 0 },
      comparesMasks: true,
      specs: [
        {
          name: 'hosts',
          before: { status: 'collected' },
          after: { status: 'collected' },
          items: [
            {
              path: 'etc/hosts',
              change: 'changed',
              bytesBefore: 6,
              bytesAfter: 6,
              text: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c',
            },
          ],
        },
      ],
    });
    expect(await ok('diff', archives[0] ?? '', archives[0] ?? '')).toMatch(
      /^No spec differs \(\d+ compared\)\n$/,
    );
  });

  test.each(['only', 'skip'])('--%s rejects a name that is in neither archive', async (option) => {
    const archives = [await archiveOf(before), await archiveOf(after)];
    expect(await runInProcess(['diff', ...archives, `--${option}`, 'host'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(`--${option} host matches no spec in the archives; did you mean`),
    });
  });

  test('rejects an archive without outcomes', async () => {
    const cwd = directoryOf({ 'host/sos_commands/kernel/lsmod': 'x\n' });
    expect(hostspec(['diff', await archiveOf(before), 'host'], { cwd })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `hostspec: ${cwd}/host contains no outcomes of specs; to make an archive that does, run hostspec collect --archive ${cwd}/host\n`,
    });
  });

  test('ignores the last line end, which insights-core drops', async () => {
    const [kept, dropped, changed] = [
      await archiveOf(before, 'directory'),
      await archiveOf(before, 'directory'),
      await archiveOf(after, 'directory'),
    ];
    for (const archive of [`${dropped}`, `${changed}`]) {
      rmSync(join(archive, 'manifest.json'));
      for (const path of ['etc/hosts', 'etc/resolv.conf']) {
        const file = join(archive, 'data', path);
        writeFileSync(file, readFileSync(file, 'utf8').replace(/\n$/, ''));
      }
    }
    const diff = (a = '', b = '', ...options: string[]): Promise<string> =>
      ok('diff', a, b, '--only', 'hosts,resolv_conf', ...options);
    expect(await diff(kept, dropped)).toBe('No spec differs (2 compared)\n');
    expect(await diff(dropped, kept)).toBe('No spec differs (2 compared)\n');
    const again = join(temporaryDirectory(), 'again');
    await ok('collect', '--archive', dropped ?? '', '--format', 'directory', '--output', again);
    expect(await diff(kept, again)).toBe('No spec differs (2 compared)\n');
    expect(JSON.parse(await diff(kept, changed, '--json')).specs).toMatchObject([
      {
        name: 'hosts',
        items: [
          {
            bytesBefore: 6,
            bytesAfter: 5,
            text: '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\\ No newline at end of file',
          },
        ],
      },
    ]);
  });

  test('counts specs that are in only one archive separately', async () => {
    const [some, more] = [await archiveOf(before), join(temporaryDirectory(), 'x.tar.gz')];
    await runInProcess([
      'collect',
      '--root',
      fakeRoot(before),
      '--domain',
      'networking,storage',
      '--output',
      more,
    ]);
    const text = await ok('diff', some, more, '--brief');
    expect(text).toMatch(
      /^No spec differs \(\d+ compared\)\n\d+ specs only in the first archive\n\d+ specs only in the second archive\n$/,
    );
  });

  test('says if content is not text, or if too many lines differ', async () => {
    const many = (word: string): string => Array.from({ length: 5000 }, (_, i) => `${word}${i}\n`).join('');
    const text = await ok(
      'diff',
      await archiveOf({ 'etc/hosts': 'a\0b', 'etc/resolv.conf': many('a') }),
      await archiveOf({ 'etc/hosts': 'a\0c', 'etc/resolv.conf': many('b') }),
    );
    expect(text).toContain('~ etc/hosts (3 B; not text)');
    expect(text).toContain('; more than 4000 lines differ)');
  });
});
