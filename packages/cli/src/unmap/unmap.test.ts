import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, fakeRoot, hostspec, temporaryDirectory } from '../testing/cli.js';

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

const collected = (more: readonly string[], cwd = directoryOf({ words: 'zephyr\n' })) => {
  const args = ['collect', '--root', root(), '--only', 'hosts,nscd_conf,hostname', '--format', 'directory'];
  const run = hostspec([...args, '--key', 'k', ...more], { cwd });
  const path = run.stdout.trimEnd().split('\n').at(-1) ?? '';
  const everything = existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(hosts|nscd\.conf|\.json)$/.test(name))
        .map((name) => readFileSync(join(path, name), 'utf8'))
        .join('\n')
    : '';
  return { ...run, cwd, path, everything };
};

const shown = (text: string) => identity.filter((each) => text.includes(each));

describe('--map', () => {
  test('replaces identity everywhere, and unmap restores it with the key alone', () => {
    const { cwd, path, stdout, everything } = collected(['--map', 'identity', '--keywords', 'words']);
    expect(shown(everything + stdout + basename(path))).toEqual([]);
    expect(everything).toMatch(/127\.0\.0\.1 localhost/);
    expect(everything).toContain('kernel-4.18.0.305');
    const output = join(temporaryDirectory(), 'plain');
    const { status, stdout: told } = hostspec(['unmap', path, '--key', join(cwd, 'k'), '--output', output]);
    expect(status).toBe(0);
    expect(told).toMatch(/^\d+ tokens restored in \d+ of \d+ files\n/);
    expect(hostspec(['verify', output]).status).toBe(0);
    const plain = hostspec(['read', output, 'nscd_conf']).stdout;
    expect(plain).toMatch(
      /^# dbhost7 for jsmith42, zephyr: 10\.20\.30\.41 kernel-4\.18\.0\.305 52:54:00:ab:cd:ef password=<secret:/i,
    );
    expect(hostspec(['read', output, 'hosts']).stdout).toBe(
      '127.0.0.1 localhost\n10.20.30.40 dbhost7.corp.example.org dbhost7\n8.8.4.4 other\n',
    );
  });

  test('the same key gives the same tokens, another key others; single kinds can be chosen', () => {
    const first = collected(['--map', 'ip']);
    const again = collected(['--map', 'ip'], first.cwd);
    const other = collected(['--map', 'ip']);
    const partly = collected(['--map', 'host'], first.cwd);
    const output = join(temporaryDirectory(), 'plain');
    const unmap = ['unmap', partly.path, '--key', 'k', '--map', 'host', '--output', output];
    expect(hostspec(unmap, { cwd: first.cwd }).status).toBe(0);
    expect(hostspec(['read', output, 'hosts']).stdout).toContain(
      '\n10.20.30.40 dbhost7.corp.example.org dbhost7\n',
    );
    const hosts = ({ path }: { readonly path: string }) => hostspec(['read', path, 'hosts']).stdout;
    expect(hosts(again)).toBe(hosts(first));
    expect(hosts(other)).not.toBe(hosts(first));
    expect(hosts(first)).toMatch(
      /^127\.0\.0\.1 localhost\n10\.(?!20\.30\.40 )\S+ dbhost7\.corp\.example\.org dbhost7\n/,
    );
  });

  test.each([
    [['--map', 'names'], '--map "names" is not allowed; allowed: identity, ip, mac, host, user, keyword'],
    [['--keywords', 'words'], '--keywords is not allowed without --map'],
    [
      ['--map', 'keyword', '--keywords', 'short'],
      'short:1: "ab" is not allowed; allowed: 3 to 64 characters',
    ],
  ])('%j is an error, and nothing is collected', (more, problem) => {
    const { status, stdout, stderr } = collected(more, directoryOf({ words: 'zephyr\n', short: 'ab\n' }));
    expect(stderr).toContain(problem);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  test('unmap makes no key', () => {
    const { path, cwd } = collected(['--map', 'ip']);
    const { status, stderr } = hostspec(['unmap', path, '--key', 'none', '--output', 'x'], { cwd });
    expect(stderr).toContain('none does not exist; allowed: the key that the identity was mapped with');
    expect([status, existsSync(join(cwd, 'none')), existsSync(join(cwd, 'x'))]).toEqual([2, false, false]);
  });
});
