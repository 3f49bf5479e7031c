import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec, overEtc } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

const identity = [
  'dbhost7.corp.example.org',
  '10.20.30.40',
  '203.0.113.77',
  '52:54:00:ab:cd:ef',
  'jsmith42',
  'Zephyr',
];

const root = () =>
  fakeRoot({
    'etc/hostname': 'dbhost7.corp.example.org\n',
    'etc/hosts': '127.0.0.1 localhost\n10.20.30.40 dbhost7.corp.example.org dbhost7\n8.8.4.4 other\n',
    'etc/passwd': 'root:x:0:0::/root:/bin/sh\njsmith42:x:1000:1000::/home/jsmith42:/bin/sh\n',
    'etc/nscd.conf':
      '# dbhost7 for jsmith42, Zephyr: 10.20.30.41 kernel-4.18.0.305 52:54:00:ab:cd:ef password=hunter2x\n',
  });

const collected = async (more: readonly string[], cwd = directoryOf({ words: 'zephyr\n' })) => {
  const args = ['collect', '--root', root(), '--only', 'hosts,nscd_conf,hostname', '--format', 'directory'];
  const run = await runInProcess([...args, '--key', 'k', ...more], { cwd });
  const path = run.stdout.trimEnd().split('\n').at(-1) ?? '';
  const everything = existsSync(join(path, 'manifest.json'))
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(hosts|nscd\.conf|\.json)$/.test(name))
        .map((name) => readFileSync(join(path, name), 'utf8'))
        .join('\n')
    : '';
  return { ...run, cwd, path, everything };
};

const shown = (text: string) => identity.filter((each) => text.includes(each));

describe('--map', () => {
  test('replaces identity everywhere, and unmap restores it with the key alone', async () => {
    const { cwd, path, stdout, everything } = await collected(['--map', 'identity', '--keywords', 'words']);
    expect(shown(everything + stdout + basename(path))).toEqual([]);
    expect(stdout).toMatch(
      /^1 secret was masked\..*\n {2}hostspec .*\n\d+ names and addresses were mapped \(ip, mac, host, .*\)\. /m,
    );
    expect(everything).toMatch(/127\.0\.0\.1 localhost/);
    expect(everything).toContain('kernel-4.18.0.305');
    const output = join(temporaryDirectory(), 'plain');
    const { status, stdout: told } = await runInProcess([
      'unmap',
      path,
      '--key',
      join(cwd, 'k'),
      '--output',
      output,
    ]);
    expect(status).toBe(0);
    expect(told).toMatch(/^\d+ tokens restored in \d+ of \d+ files\n/);
    expect((await runInProcess(['verify', output])).status).toBe(0);
    const plain = (await runInProcess(['read', output, 'nscd_conf'])).stdout;
    expect(plain).toMatch(
      /^# dbhost7 for jsmith42, zephyr: 10\.20\.30\.41 kernel-4\.18\.0\.305 52:54:00:ab:cd:ef password=__secret_/i,
    );
    expect((await runInProcess(['read', output, 'hosts'])).stdout).toBe(
      '127.0.0.1 localhost\n10.20.30.40 dbhost7.corp.example.org dbhost7\n8.8.4.4 other\n',
    );
  });

  test('the same key gives the same tokens, another key others; single kinds can be chosen', async () => {
    const first = await collected(['--map', 'ip']);
    const again = await collected(['--map', 'ip'], first.cwd);
    const other = await collected(['--map', 'ip']);
    const partly = await collected(['--map', 'host'], first.cwd);
    const output = join(temporaryDirectory(), 'plain');
    const unmap = ['unmap', partly.path, '--key', 'k', '--output', output];
    expect((await runInProcess(unmap, { cwd: first.cwd })).status).toBe(0);
    expect((await runInProcess(['read', output, 'hosts'])).stdout).toContain(
      '\n10.20.30.40 dbhost7.corp.example.org dbhost7\n',
    );
    const hosts = async ({ path }: { readonly path: string }) =>
      (await runInProcess(['read', path, 'hosts'])).stdout;
    expect(await hosts(again)).toBe(await hosts(first));
    expect(await hosts(other)).not.toBe(await hosts(first));
    expect(await hosts(first)).toMatch(
      /^127\.0\.0\.1 localhost\n10\.(?!20\.30\.40 )\S+ dbhost7\.corp\.example\.org dbhost7\n/,
    );
  });

  test('maps serial numbers after their keys, and those that /sys names anywhere', async () => {
    const host = fakeRoot({
      'sys/class/dmi/id/product_serial': '8XK2R93\n',
      'sys/block/sda/device/serial': 'WD-WCC4N7654321  \n',
      'etc/nscd.conf': 'sda WD-WCC4N7654321, tag 8XK2R93\nSerial Number: CN7792163A0012\n',
    });
    const cwd = temporaryDirectory();
    const args = ['collect', '--root', host, '--only', 'nscd_conf', '--output', 'a'];
    expect((await runInProcess([...args, '--map', 'serial', '--key', 'k'], { cwd })).status).toBe(0);
    const content = async (archive: string) =>
      (await runInProcess(['read', archive, 'nscd_conf'], { cwd })).stdout;
    expect(await content('a')).toMatch(/^sda [A-Z]+, tag [A-Z]+\nSerial Number: [A-Z]+\n$/);
    expect((await runInProcess(['unmap', 'a', '--key', 'k', '--output', 'b'], { cwd })).status).toBe(0);
    expect(await content('b')).toBe('sda WD-WCC4N7654321, tag 8XK2R93\nSerial Number: CN7792163A0012\n');
  });

  test('maps users and hosts that only other files of the host name', async () => {
    const text = 'pdoe and qroe on db-2, not on node1, gateway or mirror-3.vendor.org\n';
    const host = fakeRoot({
      'etc/hosts': '10.1.1.2 db-2 node1 gateway mirror-3.vendor.org\n127.0.0.1 loop-9\n',
      'etc/subuid': 'pdoe:100000:65536\n',
      'run/systemd/users/20001': '# private\nNAME=qroe\nSTATE=active\n',
      'etc/nscd.conf': text,
    });
    const cwd = temporaryDirectory();
    const args = ['collect', '--root', host, '--only', 'nscd_conf', '--output', 'a'];
    expect((await runInProcess([...args, '--map', 'user,host', '--key', 'k'], { cwd })).status).toBe(0);
    const { stdout } = await runInProcess(['read', 'a', 'nscd_conf'], { cwd });
    expect(stdout).toMatch(
      /^[a-z]{12,} and [a-z]{12,} on [a-z]{12,}, not on node1, gateway or mirror-3\.vendor\.org\n$/,
    );
  });

  const headOf = (path: string) => JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));

  test('the manifest says what was mapped and with which key, but not the key', async () => {
    const { path, cwd, everything } = await collected(['--map', 'ip,host']);
    const { mapped } = headOf(path);
    expect(mapped).toEqual({ kinds: ['ip', 'host'], keyCheck: expect.stringMatching(/^[0-9a-f]{8}$/) });
    const key = readFileSync(join(cwd, 'k'), 'utf8').trim();
    expect(everything).not.toContain(key.slice(0, 8));
    expect(headOf((await collected(['--map', 'mac'], cwd)).path).mapped.keyCheck).toBe(mapped.keyCheck);
    expect(headOf((await collected(['--map', 'mac'])).path).mapped.keyCheck).not.toBe(mapped.keyCheck);
    expect(headOf((await collected([])).path)).not.toHaveProperty('mapped');
  });

  test.each(['tar.gz', 'ndjson'])(
    'a %s says it, a masked copy keeps it, and a restored one does not',
    async (format) => {
      const { cwd, path } = await collected(['--map', 'host', '--format', format]);
      const inCwd = (...args: string[]) => runInProcess(args, { cwd });
      expect((await inCwd('redact', path, '--output', 'masked')).status).toBe(0);
      expect((await inCwd('unmap', 'masked', '--key', 'k', '--output', 'plain')).status).toBe(0);
      expect((await inCwd('read', 'plain', 'hosts')).stdout).toContain(
        '\n10.20.30.40 dbhost7.corp.example.org dbhost7\n',
      );
      const again = ['unmap', 'plain', '--key', 'k', '--output', 'again'];
      expect(await inCwd(...again)).toEqual({
        status: 2,
        stdout: '',
        stderr:
          'hostspec: plain was not mapped, as its manifest says, so nothing can be restored; if it was, name the kinds with --map\n',
      });
      // Then all addresses are taken for mapped ones.
      expect((await inCwd(...again, '--map', 'ip')).status).toBe(0);
      expect((await inCwd('read', 'again', 'hosts')).stdout).not.toContain('10.20.30.40');
    },
  );

  test('unmap refuses another key, and kinds that were not mapped', async () => {
    const { path, cwd } = await collected(['--map', 'host']);
    writeFileSync(join(cwd, 'other'), `${'cd'.repeat(32)}\n`, { mode: 0o600 });
    const refused = (...more: string[]) => runInProcess(['unmap', path, '--output', 'x', ...more], { cwd });
    expect(await refused('--key', 'other')).toEqual({
      status: 2,
      stdout: '',
      stderr: `hostspec: --key ${join(cwd, 'other')} is not the key that ${path} was mapped with; give that key\n`,
    });
    expect((await refused('--key', 'k', '--map', 'ip')).stderr).toContain(
      `--map ip is not what ${path} says, which is host; leave --map out`,
    );
    expect(existsSync(join(cwd, 'x'))).toBe(false);
    expect((await refused('--key', 'k', '--map', 'host')).status).toBe(0);
  });

  test('an archive without the record is restored as --map says', async () => {
    const { path, cwd } = await collected(['--map', 'host']);
    const { mapped: _, ...former } = headOf(path);
    writeFileSync(join(path, 'manifest.json'), JSON.stringify(former));
    const unmap = ['unmap', path, '--key', 'k', '--map', 'host', '--output', 'plain'];
    expect((await runInProcess(unmap, { cwd })).status).toBe(0);
    expect((await runInProcess(['read', 'plain', 'hosts'], { cwd })).stdout).toContain(
      '\n10.20.30.40 dbhost7.corp',
    );
  });

  test('collect --archive does not map twice, and passes the record on', async () => {
    const { path, cwd } = await collected(['--map', 'host']);
    const args = ['collect', '--archive', path, '--only', 'hosts', '--format', 'directory', '--output', 'x'];
    const { status, stderr } = await runInProcess([...args, '--map', 'ip', '--key', 'k'], { cwd });
    expect(stderr).toContain(
      '--map ip is not allowed for an archive that was mapped before (host); restore it first',
    );
    expect(status).toBe(2);
    for (const more of [[], ['--keep-secrets']]) {
      expect((await runInProcess([...args, ...more, '--output', `o${more.length}`], { cwd })).status).toBe(0);
      expect(headOf(join(cwd, `o${more.length}`)).mapped).toEqual(headOf(path).mapped);
    }
  });

  test.each([
    [
      ['--map', 'names'],
      '--map "names" is not allowed; allowed: identity, gdpr, ip, mac, host, user, people, mail, serial, keyword, none\n',
    ],
    [['--map', 'none,ip'], '--map "none" cannot be combined with other kinds'],
    [['--keywords', 'words'], '--keywords is not allowed without --map'],
    [
      ['--map', 'keyword'],
      '--map keyword needs --keywords FILE with a word of your own in each line; no file',
    ],
    [['--map', 'ip,keyword', '--keywords', 'blank'], 'blank has no words'],
    [
      ['--map', 'keyword', '--keywords', 'short'],
      'short:1: a word of 2 characters is not allowed; allowed: 3 to 64 characters',
    ],
    // A file that was meant for something else can have secrets.
    [['--map', 'keyword', '--keywords', 'long'], 'long:2: a word of 65 characters is not allowed'],
  ])('%j is an error, and nothing is collected', async (more, problem) => {
    const cwd = directoryOf({
      words: 'zephyr\n',
      short: 'ab\n',
      long: `zephyr\n${'s'.repeat(65)}\n`,
      blank: '\n',
    });
    const { status, stdout, stderr } = await collected(more, cwd);
    expect(stderr).toContain(problem);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(existsSync(join(cwd, 'k'))).toBe(false);
  });

  test('keyword needs no file if a file of denials has keywords, and identity needs none', async () => {
    const cwd = directoryOf({ deny: 'keywords: [zephyr]\n' });
    expect((await collected(['--map', 'keyword', '--deny', 'deny'], cwd)).status).toBe(0);
    expect((await collected(['--map', 'identity'])).status).toBe(0);
  });

  describe('--map-list', () => {
    const withList = (more: readonly string[] = []) =>
      collected(['--map', 'gdpr', '--map-list', 'list', ...more]);
    const unmapped = (cwd: string, path: string, ...more: string[]) =>
      runInProcess(['unmap', path, '--output', 'plain', ...more], { cwd });

    test('keeps the values for their owner only, and nothing else restores them', async () => {
      const { cwd, path, everything } = await withList();
      expect(headOf(path).mapped).toMatchObject({ list: true });
      const list = readFileSync(join(cwd, 'list'), 'utf8');
      expect(statSync(join(cwd, 'list')).mode & 0o777).toBe(0o600);
      const [head = '', ...rows] = list.trimEnd().split('\n');
      const secret = JSON.parse(head)[1];
      expect(everything).not.toContain(secret.slice(0, 8));
      const token = rows.map((row) => JSON.parse(row)).find(([, value]) => value === 'jsmith42')?.[2];
      expect(everything).toContain(token);
      const withoutIt = await unmapped(cwd, path, '--key', 'k');
      expect(withoutIt.stderr).toContain(
        'was mapped with a list, and only that restores it; give it with --map-list',
      );
      const withoutKey = await unmapped(cwd, path, '--map-list', 'list');
      expect(withoutKey.stderr).toContain('is not the list that');
      expect([withoutIt.status, withoutKey.status, existsSync(join(cwd, 'plain'))]).toEqual([2, 2, false]);
      const mistyped = await unmapped(cwd, path, '--map-list', 'list', '--key', 'kk');
      expect(mistyped).toMatchObject({ status: 2, stderr: expect.stringContaining('kk does not exist') });
      expect((await unmapped(cwd, path, '--map-list', 'list', '--key', 'k')).status).toBe(0);
      expect((await runInProcess(['read', 'plain', 'nscd_conf'], { cwd })).stdout).toContain(
        'dbhost7 for jsmith42',
      );
    });

    test('is added to by the next run, which gives the same tokens', async () => {
      const first = await withList();
      const before = readFileSync(join(first.cwd, 'list'), 'utf8');
      const again = await collected(['--map', 'gdpr', '--map-list', 'list'], first.cwd);
      expect(readFileSync(join(first.cwd, 'list'), 'utf8').slice(0, before.length)).toBe(before);
      expect(headOf(again.path).mapped).toEqual(headOf(first.path).mapped);
    });

    test('is refused if others may read it, if it is something else, or without --map', async () => {
      const cwd = directoryOf({ words: 'zephyr\n', list: '["hostspec map list 1","00"]\n' });
      chmodSync(join(cwd, 'list'), 0o600);
      const stderrOf = async (...more: string[]) => (await collected(more, cwd)).stderr;
      const both = ['--map', 'ip', '--map-list', 'list'];
      expect(await stderrOf(...both)).toContain(
        'list is not a list of a mapping; allowed: one that --map-list made',
      );
      chmodSync(join(cwd, 'list'), 0o644);
      expect(await stderrOf(...both)).toContain('can be read or changed by other users');
      expect(await stderrOf('--map-list', 'list')).toContain('--map-list is not allowed without --map');
      rmSync(join(cwd, 'list'));
      symlinkSync('words', join(cwd, 'list'));
      expect(await stderrOf(...both)).toContain('is a symbolic link');
    });
  });

  test('gdpr maps people and hosts, and not words of your own', async () => {
    const { everything, path } = await collected(['--map', 'gdpr']);
    expect(shown(everything)).toEqual(['Zephyr']);
    expect(headOf(path).mapped.kinds).toEqual(['ip', 'mac', 'host', 'user', 'people', 'mail', 'serial']);
  });

  test('unmap makes no key', async () => {
    const { path, cwd } = await collected(['--map', 'ip']);
    const { status, stderr } = await runInProcess(['unmap', path, '--key', 'none', '--output', 'x'], { cwd });
    expect(stderr).toContain('none does not exist; allowed: the key that the identity was mapped with');
    expect([status, existsSync(join(cwd, 'none')), existsSync(join(cwd, 'x'))]).toEqual([2, false, false]);
    writeFileSync(join(cwd, 'wrong'), 'abc\n', { mode: 0o600 });
    expect((await runInProcess(['unmap', path, '--key', 'wrong', '--output', 'x'], { cwd })).stderr).toMatch(
      /wrong is not a key; allowed: 64 hexadecimal digits\n$/,
    );
  });

  needs('root', 'a mount namespace')('the key of this host that cannot be used is named as it is', () => {
    const cwd = directoryOf({ in: 'x\n' });
    const before = overEtc({ 'hostspec/redaction.key': 'short' });
    const stderrOf = (...args: string[]) =>
      hostspec([...args, 'in', '--output', 'x'], { cwd, before }).stderr;
    const wrong =
      /^hostspec: the key \/etc\/hostspec\/redaction\.key is not a key; .*; name another one with --key FILE\n$/;
    expect(stderrOf('redact', '--map', 'ip')).toMatch(wrong);
    expect(stderrOf('unmap')).toMatch(wrong);
  });
});
