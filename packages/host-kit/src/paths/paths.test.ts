import { readFileSync } from 'node:fs';
import { hostError, nameMatcher } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import { absolutePath, fileNameMatcher, hasRawBytes, nameBytes, normalize, pathMatcher } from './names.js';
import { isLinkLoop, resolveLinks } from './resolve-links.js';

describe('names', () => {
  test.each([
    ['plain', '706c61696e', false],
    ['ä', 'c3a4', false],
    // Half of this pair would be an escape by itself.
    ['\u{1f4a9}', 'f09f92a9', false],
    ['\udc80', '80', true],
    ['a\udcffb', '61ff62', true],
    ['ä\udce4\udcf6', 'c3a4e4f6', true],
  ])('%j has the bytes %s', (name, hex, isRaw) => {
    expect(Buffer.from(nameBytes(name)).toString('hex')).toBe(hex);
    expect(hasRawBytes(name)).toBe(isRaw);
  });

  test('a dot at the beginning of a name of a file, and a slash, match only themselves', () => {
    expect(['.a', 'a'].filter(fileNameMatcher('*'))).toEqual(['a']);
    expect(['.a', 'a'].filter(fileNameMatcher('.*'))).toEqual(['.a']);
    expect(['/x/a', '/x/y/a', '/x/.a', '/.x/a'].filter(pathMatcher('/*/*'))).toEqual(['/x/a']);
  });

  test.each([
    ['etc/hosts', '/etc/hosts'],
    ['/etc//./hosts/.', '/etc/hosts'],
    ['/etc/../usr/./lib/..', '/usr'],
    ['../../etc', '/etc'],
    ['/etc/.hidden/..x', '/etc/.hidden/..x'],
    ['/dev/disk/', '/dev/disk'],
    ['', '/'],
  ])('%s is %s', (path, normal) => {
    expect([normalize(path), absolutePath(path)]).toEqual([normal, normal]);
  });

  test('a NUL byte is refused, unless the path is only compared', () => {
    expect(absolutePath('etc/\0/')).toBe('/etc/\0');
    expect(() => normalize('/etc\0')).toThrow(
      expect.objectContaining({ problem: 'refused', message: 'path "/etc\\u0000" contains a NUL byte' }),
    );
  });

  test('the table that the runner is tested with has what these matchers say', () => {
    const file = new URL('../../../runner/go/internal/pattern/testdata/cases.json', import.meta.url);
    const { names, cases } = JSON.parse(readFileSync(file, 'utf8'));
    for (const [pattern, results] of cases)
      expect(
        names.map((name: string) => +nameMatcher(pattern)(name) + 2 * +fileNameMatcher(pattern)(name)),
        pattern,
      ).toEqual(results);
  });
});

describe('links', () => {
  const links: Readonly<Record<string, string>> = {
    '/lib': 'usr/lib',
    '/usr/lib/up': '../../etc',
    '/usr/doc': 'text/doc',
    '/usr/share': '/data/share',
    '/data/share/out': '../../../../../etc',
    '/a': 'b',
    '/b': './a',
  };
  const asked: string[] = [];
  const linkAt = (path: string): string | undefined => {
    asked.push(path);
    return links[path];
  };

  test.each([
    ['/etc/hosts', '/etc/hosts'],
    ['etc//./hosts/', '/etc/hosts'],
    ['/lib/x', '/usr/lib/x'],
    ['/lib/up/hosts', '/etc/hosts'],
    ['/usr/doc/x', '/usr/text/doc/x'],
    ['/usr/share/x', '/data/share/x'],
    ['/usr/share/out/hosts', '/etc/hosts'],
    ['/lib/up/../hosts', '/usr/lib/hosts'],
    ['/../..', '/'],
  ])('%s leads to %s', (path, wanted) => {
    expect(resolveLinks(path, linkAt)).toEqual({ path: wanted, rest: [] });
  });

  test('links that lead in a circle are refused', () => {
    let error: unknown;
    try {
      resolveLinks('/a/x', linkAt);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({
      code: 'HOST',
      problem: 'refused',
      message: '/a/x: too many symbolic links',
    });
    expect([isLinkLoop(error), isLinkLoop(hostError('refused', '/a: is a directory'))]).toEqual([
      true,
      false,
    ]);
    expect(() => resolveLinks('/a\0', linkAt)).toThrow('contains a NUL byte');
  });

  test('nothing is asked at a barrier or behind it', () => {
    asked.length = 0;
    expect(resolveLinks('/lib/up/x/y', linkAt, (path) => path === '/etc')).toEqual({
      path: '/etc',
      rest: ['x', 'y'],
    });
    expect(asked).toEqual(['/lib', '/usr', '/usr/lib', '/usr/lib/up']);
  });
});
