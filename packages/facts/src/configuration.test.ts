import { hostError, isHostError, type NamedElement, type ReadOptions } from '@hostspec/spec';
import { fakeContext, fakeHost } from '@hostspec/testing';
import { describe, expect, it, test, vi } from 'vitest';
import { configurationFiles } from './configuration-files.js';
import { existingPaths, pathCondition, programCondition, socketCondition } from './index.js';
import { addNamed, sortedByKey } from './named-elements.js';
import { checkPath, checkPathOr, namedFile } from './paths.js';

describe('the files of a configuration', () => {
  const small = 256 * 1024;
  const reader = (read: (path: string, maxBytes?: number) => Promise<string>) => {
    const readFile = vi.fn(async (path: string, { maxBytes }: ReadOptions = {}) =>
      new TextEncoder().encode(await read(path, maxBytes)).subarray(0, maxBytes),
    );
    return { readFile, files: configurationFiles({ ...fakeHost(), readFile }, 'nginx') };
  };

  it('are read once, as they were asked for first', async () => {
    const { readFile, files } = reader(async (path) => `text of ${path}`);
    const options = { by: '/etc/nginx.conf' } as never;
    expect(await files.read('/a', options)).toBe('text of /a');
    expect(await files.read('/a')).toBe('text of /a');
    expect(readFile.mock.calls).toEqual([['/a', { by: '/etc/nginx.conf', maxBytes: small }]]);
  });

  it('are read as a whole, but of a large one only the start beside others', async () => {
    const large = `${'ä'.repeat(small)}end`;
    let others = 0;
    const { readFile, files } = reader(async (_, maxBytes) => {
      if (maxBytes === small) return large;
      expect(++others).toBe(1);
      await new Promise(setImmediate);
      others--;
      return large;
    });
    const texts = await Promise.all(['/a', '/b', '/c'].map((path) => files.read(path)));
    expect(texts.every((text) => text === large)).toBe(true);
    expect(readFile).toHaveBeenCalledTimes(6);
  });

  it('are read several at once, even if one cannot be read', async () => {
    let open = 0;
    let most = 0;
    const { files } = reader(async (path) => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      if (path === '/absent') throw hostError('absent', 'x');
      if (path === '/broken') throw new RangeError('a bug');
      return path;
    });
    const texts = await Promise.allSettled(
      ['/a', '/absent', '/broken', '/b'].map((path) => files.read(path)),
    );
    expect(texts.map((text) => ('value' in text ? text.value : String(text.reason)))).toEqual([
      '/a',
      undefined,
      'RangeError: a bug',
      '/b',
    ]);
    expect(most).toBe(4);
  });

  it('are at most 10,000', async () => {
    const { files } = reader(async () => '');
    for (let index = 1; index <= 10_000; index++) await files.read(`/${index}`);
    const error = await files.read('/one-more').catch((thrown: unknown) => thrown);
    expect(isHostError(error)).toBe(true);
    expect(error).toMatchObject({
      problem: 'refused',
      message: 'the configuration of nginx includes more than 10000 files',
    });
  });

  it('have at most 16 Mi characters together', async () => {
    const half = 'x'.repeat(8 * 1024 * 1024);
    const { files } = reader(async (path) => (path === '/c' ? 'x' : half));
    await files.read('/a');
    expect(await files.read('/b')).toHaveLength(half.length);
    await expect(files.read('/c')).rejects.toMatchObject({
      problem: 'refused',
      message: 'the configuration of nginx has more than 16777216 characters',
    });
  });
});

describe('a file that a configuration names', () => {
  const host = fakeHost({ files: { '/etc/key': 'x', '/etc/pipe': { kind: 'other' }, '/etc/d/x': '' } });
  const account = { uid: 1000, gid: 1000, name: 'web' } as never;
  const byWeb: NamedElement = { value: '/etc/a', by: account };

  it('is a regular file, or nothing yet, at an absolute path', async () => {
    const of = (path: string) => namedFile(host, path, '/etc/a.conf');
    expect(await of('/etc/key')).toBe('/etc/key');
    expect(await of('/etc/absent')).toBe('/etc/absent');
    for (const path of ['/etc/pipe', '/etc/d', 'etc/key', 'https://host/key', '', 'https://host/'])
      expect(await of(path)).toBeUndefined();
  });

  it('belongs to the account that decides on the configuration', async () => {
    const controller = vi.fn(async () => account);
    expect(await namedFile({ ...host, controller }, '/etc/key', '/etc/a.conf')).toEqual({
      value: '/etc/key',
      by: account,
    });
    expect(controller).toHaveBeenCalledWith('/etc/a.conf');
  });

  test.each([
    ['before', ['/etc/a', byWeb]],
    ['after', [byWeb, '/etc/a']],
  ])('is read with the rights of root if root names it %s another account', (_when, elements) => {
    const found = new Map<string, string | NamedElement>([['/etc/b', '/etc/b']]);
    for (const element of elements) addNamed(found, '/etc/a', element);
    expect(sortedByKey(found)).toEqual(['/etc/a', '/etc/b']);
  });
});

describe('a setting that is a path', () => {
  it('is absolute and has no NUL character', () => {
    expect(checkPath('/var/log')).toBeUndefined();
    for (const path of ['var/log', '', 'log/'])
      expect(checkPath(path)).toBe('must be an absolute path, such as /var/log');
    expect(checkPath('/var\0')).toBe('must not contain a NUL character');
  });

  it('may be one of certain words', () => {
    const check = checkPathOr('none', 'auto');
    for (const value of ['none', 'auto', '/a']) expect(check(value)).toBeUndefined();
    for (const value of ['other', '/a\0'])
      expect(check(value)).toBe('must be an absolute path, such as /var/log, or none or auto');
  });
});

describe('paths that exist', () => {
  const context = fakeContext(
    fakeHost({ files: { '/run/a.socket': { kind: 'socket' }, '/etc/b': 'b', '/etc/d/x': '' } }),
  );

  test.each([
    [['/etc/b'], true, 'there is /etc/b'],
    [['/etc/none', '/etc/d'], true, 'there is /etc/d'],
    [['/run/a.socket'], true, 'there is /run/a.socket'],
    [['/etc/none'], false, 'no /etc/none'],
    [['/etc/none', '/etc/no'], false, 'no /etc/none or /etc/no'],
  ])('whether something is at %j: %j', async (paths, holds, reason) => {
    const { evaluate } = pathCondition('there', ...paths).definition;
    expect(await evaluate(context)).toEqual({ holds, reason });
  });

  test.each([
    [['/run/a.socket'], true, 'there is /run/a.socket'],
    [['/etc/b', '/run/none'], false, 'no socket /etc/b or /run/none'],
  ])('whether a socket is at %j: %j', async (paths, holds, reason) => {
    const { evaluate } = socketCondition('answers', ...paths).definition;
    expect(await evaluate(context)).toEqual({ holds, reason });
  });

  test.each([
    ['/sbin/ip', true, 'there is /sbin/ip'],
    ['/bin/ps', false, 'no program /bin/ps'],
  ])('whether the host has the program %s: %j', async (program, holds, reason) => {
    const host = fakeHost({ commands: { '/sbin/ip addr': '' } });
    expect(await programCondition('has', program).definition.evaluate(fakeContext(host))).toEqual({
      holds,
      reason,
    });
  });

  test('their docs say what they ask', () => {
    expect(pathCondition('a', '/etc/b', '/etc/c').definition.doc).toBe('The host has /etc/b or /etc/c.');
    expect(socketCondition('a', '/run/b').definition.doc).toBe('The host has the socket /run/b.');
  });

  test('the paths that exist, in their order', async () => {
    const evaluate = (...paths: string[]) => existingPaths('paths', paths).definition.evaluate(context);
    expect(await evaluate('/etc/none', '/etc/d', '/etc/b')).toEqual(['/etc/d', '/etc/b']);
    expect(await evaluate('/etc/none', '/etc/no')).toEqual({
      nothing: 'no /etc/none or /etc/no',
      status: 'absent',
    });
  });
});
