import { isHostError } from '@hostspec/spec';
import { expect, vi } from 'vitest';
import { giver } from './parts.js';
import { manyLines } from './small-host.js';
import type { HostUnderTest } from './under-test.js';

const reader =
  (host: HostUnderTest['host']) =>
  async (path: string): Promise<string> =>
    Buffer.from(await host().readFile(path)).toString();

/** Reading, facts, listing, and the paths that lead there. */
export function fileTests(tested: HostUnderTest): void {
  contentTests(tested);
  problemTests(tested);
  pathTests(tested);
  linkTests(tested);
}

const fails = (problem: string, message: string): object => ({ code: 'HOST', problem, message });

function contentTests({ at, has, host, kind }: HostUnderTest): void {
  const read = reader(host);

  has()('a file gives its bytes', async () => {
    expect(await read(at('/text/lines'))).toBe('one\ntwo\nthree\n');
    expect([...(await host().readFile(at('/text/bytes')))]).toEqual([0xff, 0, 1, 10, 0x80, 65]);
    expect(await host().readFile(at('/text/empty'))).toHaveLength(0);
    expect([...(await host().readFile(at('/text/bytes'), { maxBytes: 3 }))]).toEqual([0xff, 0, 1]);
    // No matcher: the difference of large texts takes minutes.
    expect((await read(at('/text/many'))) === manyLines).toBe(true);
  });

  has()('facts about files and directories', async () => {
    expect(await host().stat(at('/text/lines'))).toMatchObject({ kind: 'file', size: 14 });
    expect(await host().stat(at('/text/empty'))).toMatchObject({ kind: 'file', size: 0 });
    expect(await host().stat(at('/text/sub'))).toMatchObject({ kind: 'directory' });
    expect(await host().stat('/')).toMatchObject({ kind: 'directory' });
    expect(await host().stat(at('/text/none'))).toBeUndefined();
    expect(await host().stat(at('/text/lines/below'))).toBeUndefined();
  });

  has('times')('when a file was last modified', async () => {
    expect(await host().stat(at('/times/middle'))).toMatchObject({ modified: 1_700_000_200_000 });
  });

  has()('the names in a directory, sorted', async () => {
    const names = ['bytes', 'empty', 'line', 'lines', 'many', 'sub', 'unended'];
    expect(await host().list(at('/text'))).toEqual(names);
    expect(await host().list(at('/text/'))).toEqual(names);
    expect(await host().list(at('/text/sub'))).toEqual(['deep']);
  });

  has('empty directories')('a directory without names', async () => {
    expect(await host().list(at('/kinds/empty'))).toEqual([]);
    expect(await host().stat(at('/kinds/empty'))).toMatchObject({ kind: 'directory' });
  });

  has()('the host says who it is', async () => {
    expect(host().executes).toBe(kind.executes ?? false);
    const user = host().user?.();
    if (user !== undefined) expect(user).toMatchObject({ uid: expect.any(Number), gid: expect.any(Number) });
    const error: unknown = await host()
      .readFile(at('/none'))
      .catch((caught: unknown) => caught);
    expect(isHostError(error)).toBe(true);
  });
}

function problemTests({ at, has, host, kind }: HostUnderTest): void {
  const { absent = 'no such file or directory' } = kind;

  has()('nothing is at a path', async () => {
    const path = at('/text/none');
    await expect(host().readFile(path)).rejects.toMatchObject(fails('absent', `${path}: ${absent}`));
    await expect(host().list(path)).rejects.toMatchObject(fails('absent', `${path}: ${absent}`));
    const below = at('/text/lines/below');
    await expect(host().readFile(below)).rejects.toMatchObject({ problem: 'absent' });
    await expect(host().list(below)).rejects.toMatchObject({ problem: 'absent' });
  });

  has()('a directory is not read, and a file is not listed', async () => {
    const directory = at('/text/sub');
    const message = `${directory}: is a directory, not a regular file`;
    await expect(host().readFile(directory)).rejects.toMatchObject(fails('refused', message));
    const file = at('/text/lines');
    await expect(host().list(file)).rejects.toMatchObject(fails('refused', `${file}: is not a directory`));
  });

  has('FIFOs')('a FIFO is not read', async () => {
    const path = at('/kinds/fifo');
    expect(await host().stat(path)).toMatchObject({ kind: 'fifo' });
    const message = `${path}: is a FIFO, not a regular file`;
    await expect(host().readFile(path)).rejects.toMatchObject(fails('refused', message));
    expect((await host().glob([at('/kinds/f*')])).paths).toEqual([path]);
  });

  has('denied files')('a file that must not be read', async () => {
    const path = at('/kinds/denied');
    await expect(host().readFile(path)).rejects.toMatchObject({
      problem: 'denied',
      message: expect.stringContaining(path),
    });
  });
}

function pathTests({ at, has, host }: HostUnderTest): void {
  const read = reader(host);

  has()('a path without a leading slash, with doubled ones, `.` and `..`', async () => {
    expect(await read(at('/text/lines').slice(1))).toBe('one\ntwo\nthree\n');
    expect(await read(at('//text/./sub/../lines'))).toBe('one\ntwo\nthree\n');
    expect(await read(`/../..${at('/text/lines')}`)).toBe('one\ntwo\nthree\n');
    expect(await host().stat(at('/text').slice(1))).toMatchObject({ kind: 'directory' });
    expect(await host().list(`../${at('/text/sub').slice(1)}`)).toEqual(['deep']);
  });

  has()('a path with a NUL byte is refused', async () => {
    const path = at('/text/lines\0x');
    const refused = fails('refused', `path ${JSON.stringify(path)} contains a NUL byte`);
    await expect(host().readFile(path)).rejects.toMatchObject(refused);
    await expect(host().list(path)).rejects.toMatchObject(refused);
    await expect(host().glob([path])).rejects.toMatchObject(refused);
    expect(await host().stat(path)).toBeUndefined();
  });

  has()('names with bytes that are not UTF-8', async () => {
    expect(await host().list(at('/odd'))).toEqual(['100%', 'café', 'caf\udce9']);
    expect(await read(at('/odd/caf\udce9'))).toBe('a byte that is not UTF-8\n');
    expect(await read(at('/odd/café'))).toBe('UTF-8\n');
    expect(await read(at('/odd/100%'))).toBe('percent\n');
    expect(await host().stat(at('/odd/caf\udcea'))).toBeUndefined();
  });
}

function linkTests({ at, has, host }: HostUnderTest): void {
  const read = reader(host);

  has('links')('links lead to files and through directories', async () => {
    for (const path of ['absolute', 'relative', 'second', 'directory/lines', 'around'])
      expect([path, await read(at(`/links/${path}`))]).toEqual([path, 'one\ntwo\nthree\n']);
    expect(await host().stat(at('/links/second'))).toMatchObject({ kind: 'file', size: 14 });
    expect(await host().stat(at('/links/directory'))).toMatchObject({ kind: 'directory' });
    expect(await host().list(at('/links/directory/sub'))).toEqual(['deep']);
    expect(await host().list(at('/links'))).toContain('dangling');
  });

  has('links')('facts tell where links lead', async () => {
    for (const path of ['absolute', 'relative', 'second', 'directory/lines', 'around'])
      expect([path, await host().stat(at(`/links/${path}`))]).toEqual([
        path,
        expect.objectContaining({ leadsTo: at('/text/lines') }),
      ]);
    expect(await host().stat(at('/links/directory'))).toMatchObject({ leadsTo: at('/text') });
    for (const path of ['/text/lines', '/text/../text/lines', '/text'])
      expect(await host().stat(at(path))).not.toHaveProperty('leadsTo');
  });

  has('collecting', 'links')(
    'a file that is not at its real path is refused, and gives nothing',
    async () => {
      // For other hosts, the engine finds out where links lead by another request.
      if (!host().checksRealPath) return;
      const give = giver({ at, host });
      const realPath = at('/text/lines');
      for (const path of ['/text/lines', '/text/../text/lines', '/links/second', '/links/directory/lines']) {
        const content = 'one\ntwo\nthree\n';
        expect([path, await give(path, { realPath })]).toEqual([path, { content, cut: undefined }]);
        expect(Buffer.from(await host().readFile(at(path), { realPath })).toString()).toBe(content);
      }
      for (const path of ['/links/second', '/text/line']) {
        const takes = vi.fn();
        const other = { realPath: at('/links/second') };
        const place = path === '/text/line' ? path : '/text/lines';
        const reason = `${at(path)}: leads to ${at(place)}, not to ${at('/links/second')}`;
        const refused = { ...fails('refused', reason), leadsTo: at(place) };
        await expect(host().readInto(at(path), takes, other)).rejects.toMatchObject(refused);
        expect(takes).not.toHaveBeenCalled();
        await expect(host().readFile(at(path), other)).rejects.toMatchObject(refused);
      }
    },
  );

  has('links', 'links above the root')('`..` in a link stops at the root', async () => {
    expect(await read(at('/links/above'))).toBe('one\ntwo\nthree\n');
  });

  has('links')('a link that leads out of the directory of an account is refused', async () => {
    const user = host().user?.();
    // An archive knows no accounts.
    if (!user) return;
    const readWithin = (within: string, path: string) =>
      host().readFile(at(path), { by: { ...user, within: at(within) } });
    const outside = fails('refused', `${at('/links/relative')}: leads to a file outside ${at('/links')}`);
    await expect(readWithin('/links', '/links/relative')).rejects.toMatchObject(outside);
    for (const path of ['/links/directory/lines', '/links/second', '/text/lines'])
      await expect(readWithin('/links', path)).rejects.toMatchObject({ problem: 'refused' });
    // A directory whose name begins with that of the other is another one.
    await expect(readWithin('/tex', '/text/lines')).rejects.toMatchObject({ code: 'HOST' });
    for (const within of ['/text', '/links/directory'])
      for (const path of ['/text/lines', '/links/relative', '/links/second'])
        expect(Buffer.from(await readWithin(within, path)).toString()).toBe('one\ntwo\nthree\n');
  });

  has('links')('links that lead nowhere', async () => {
    await expect(host().readFile(at('/links/dangling'))).rejects.toMatchObject({ problem: 'absent' });
    for (const path of ['loop', 'one', 'loop/below'])
      await expect(host().readFile(at(`/links/${path}`))).rejects.toMatchObject({
        problem: 'refused',
        message: expect.stringMatching(/: too many symbolic links$/),
      });
    await expect(host().list(at('/links/loop'))).rejects.toMatchObject({ problem: 'refused' });
    for (const path of ['dangling', 'loop', 'one'])
      expect(await host().stat(at(`/links/${path}`))).toBeUndefined();
  });
}
