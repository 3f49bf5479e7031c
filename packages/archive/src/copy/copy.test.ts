import { buffer } from 'node:stream/consumers';
import type { Item, Outcome, Redaction } from '@hostspec/spec';
import { describe, expect, test, vi } from 'vitest';
import { defaultLimits } from '../archive-limits.js';
import type { ArchiveLayout } from '../read/archive-layout.js';
import { denialOfItem, deniedOutcome, memberDenials } from './copy-change.js';
import { type MaskedNames, maskedMetadata, maskedNames } from './copy-members.js';
import type { MaskingWork } from './masking.js';

describe('changes', () => {
  /** Denies everything, and says what was asked. */
  const denials = {
    spec: (name: string) => `spec ${name}`,
    file: (path: string) => `file ${path}`,
    command: (line: string) => `command ${line}`,
    member: (path: string) => (path.startsWith('kept') ? undefined : `member ${path}`),
  };

  test('an item is denied by its path or its command line', () => {
    const item = (source: Item['source'], commandLine?: string) =>
      denialOfItem({ source, ...(commandLine === undefined ? {} : { commandLine }) } as Item, denials);
    expect(item({ kind: 'file', path: '/etc/a' })).toBe('file /etc/a');
    expect(item({ kind: 'listing', path: '/srv' })).toBe('file /srv');
    expect(item({ kind: 'file', path: 'etc//a' })).toBe('file /etc/a');
    expect(item({ kind: 'listing', path: '/srv/' })).toBe('file /srv');
    expect(item({ kind: 'command', argv: ['/bin/a', 'b c'] })).toBe("command /bin/a 'b c'");
    expect(item({ kind: 'command', argv: ['/bin/a'] }, 'a -b')).toBe('command a -b');
    expect(denialOfItem({ source: { kind: 'file', path: '/etc/a' } } as Item, undefined)).toBeUndefined();
  });

  test('of a denied spec only the reason remains', () => {
    const outcome = { name: 'a', status: 'collected', items: [{}], misses: [{}], duration: 3 };
    expect(deniedOutcome(outcome as unknown as Outcome, 'no')).toEqual({
      name: 'a',
      status: 'denied',
      reason: 'no',
      items: [],
      misses: [],
      duration: 3,
    });
  });

  describe('a member', () => {
    const insights: ArchiveLayout = {
      kind: 'insights',
      top: 'top/',
      tree: 'top/data/',
      metadata: 'top/meta_data/',
    };
    const denialOf = (path: string, layout = insights) =>
      memberDenials(layout, denials)({ path, type: 'file', target: '' });

    test('is denied by its path below the tree', () => {
      expect(denialOf('top/data/etc/a')).toBe('member etc/a');
      expect(denialOf('top/data/kept')).toBeUndefined();
      expect(denialOf('top/version')).toBeUndefined();
    });

    test('that has the metadata of a spec is denied by its name', () => {
      expect(denialOf('top/meta_data/insights.specs.Specs.hosts.json')).toBe('spec hosts');
      expect(denialOf('top/meta_data/hosts.json')).toBe('spec hosts');
      for (const other of ['top/meta_data/hosts.txt', 'top/other/hosts.json', 'top/meta_data/a-b'])
        expect(denialOf(other)).toBeUndefined();
      expect(denialOf('top/data/meta_data/a.json')).toBe('member meta_data/a.json');
    });

    test('is never metadata in an archive whose files are not below a tree', () => {
      const tree: ArchiveLayout = { kind: 'tree', top: '', tree: '' };
      expect(denialOf('meta_data/a.json', tree)).toBe('member meta_data/a.json');
    });

    test('that is a hard link is denied by its target, too, and a symbolic link is not', () => {
      const denial = (type: 'link' | 'symlink', path: string, target: string) =>
        memberDenials(insights, denials)({ path, type, target });
      expect(denial('link', 'top/data/kept', 'top/data/etc/a')).toBe('member etc/a');
      expect(denial('link', 'top/data/kept', 'top/data/kept2')).toBeUndefined();
      expect(denial('symlink', 'top/data/kept', 'top/data/etc/a')).toBeUndefined();
      expect(denial('symlink', 'top/data/b', '')).toBe('member b');
    });
  });
});

describe('members', () => {
  const replacing = (pattern: RegExp, mask = 'mask') =>
    ({ text: (text: string) => text.replaceAll(pattern, mask) }) as Redaction;

  test('a name is masked by itself, and as a part of its path', () => {
    const { path } = maskedNames(replacing(/^SECRET$|in\/mask/g));
    expect(path('in/SECRET/x')).toBe('mask/x');
    expect(path('a/b')).toBe('a/b');
  });

  test('what is below a tree is masked as a path that counts from it', () => {
    const redaction = replacing(/^etc/g);
    expect(maskedNames(redaction, 'top/data/').path('top/data/etc/a')).toBe('top/data/mask/a');
    expect(maskedNames(replacing(/^etc\/a/g)).path('top/data/etc/a')).toBe('top/data/etc/a');
    expect(maskedNames(replacing(/^etc\/a/g), 'top/data/').path('top/data/etc/a')).toBe('top/data/mask');
    expect(maskedNames(replacing(/^etc\/a/g), 'top/data/').path('etc/a')).toBe('mask');
  });

  test('a name that a mask makes longer than the system allows is cut', () => {
    const { path } = maskedNames(replacing(/x/g, 'mask'.repeat(100)));
    expect(
      path('a/x/b')
        .split('/')
        .map((name) => name.length),
    ).toEqual([1, 255, 1]);
    const long = 'y'.repeat(300);
    expect(path(long)).toBe(long);
  });

  test('no two members have the same path, but directories may', () => {
    const { member, path } = maskedNames(replacing(/\d/g, 'n'));
    expect(member('d1', 'directory')).toBe('dn');
    expect(member('d2', 'directory')).toBe('dn');
    expect([1, 2, 3].map((number) => member(`a${number}`, 'file'))).toEqual(['an', 'an~2', 'an~3']);
    expect(member('a4', 'symlink')).toBe('an~4');
    expect(path('a5')).toBe('an');
  });

  test('many members that want the same path take linear time', () => {
    const { member } = maskedNames(replacing(/\d+/g, 'n'));
    const count = 300;
    const looked = vi.spyOn(Set.prototype, 'has');
    const names = Array.from({ length: count }, (_, number) => member(`a${number}`, 'file'));
    const looks = looked.mock.calls.length;
    looked.mockRestore();
    expect(names.at(-1)).toBe(`an~${count}`);
    expect(new Set(names).size).toBe(count);
    expect(looks).toBeLessThan(3 * count);
  });

  test('a number that a member has by itself is not given again', () => {
    const { member } = maskedNames(replacing(/x\d/g, 'x'));
    expect(['a/x~2', 'a/x', 'a/x1', 'a/x2', 'a/x~2'].map((name) => member(name, 'file'))).toEqual([
      'a/x~2',
      'a/x',
      'a/x~3',
      'a/x~4',
      'a/x~2~2',
    ]);
  });

  const names = { path: (path: string) => `path of ${path}` } as MaskedNames;
  const redaction = { text: (text: string) => text.replaceAll('SECRET', 'mask') } as Redaction;

  async function masked(text: string | Uint8Array, jsonBytes = 1000) {
    const work = { limits: { ...defaultLimits, jsonBytes }, redaction } as unknown as MaskingWork;
    async function* pieces() {
      for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
    }
    return (await buffer(maskedMetadata(pieces(), work, names))).toString('latin1');
  }

  test('texts are masked wherever they are, and paths get the names of the members', async () => {
    const value = { relative_path: 'a/SECRET', list: ['SECRET', { relative_path: ['b'], n: 1 }], none: null };
    expect(JSON.parse(await masked(JSON.stringify(value)))).toEqual({
      relative_path: 'path of a/SECRET',
      list: ['mask', { relative_path: ['path of b'], n: 1 }],
      none: null,
    });
  });

  test('what has nothing to mask stays as it is, with its spaces', async () => {
    const text = '{ "a": [ 1, "x" ] }\n';
    expect(await masked(text)).toBe(text);
  });

  test.each(['{"a": "SECRET"', 'SECRET', '"SECRET\xff"'])(
    'what is not JSON stays as it is: %j',
    async (text) => {
      expect(await masked(Buffer.from(text, 'latin1'))).toBe(text);
    },
  );

  test('what is too large is given on whole, unread', async () => {
    const text = '{"a":"SECRET"}';
    expect(await masked(text, text.length)).toBe('{"a":"mask"}');
    expect(await masked(text, text.length - 1)).toBe(text);
  });
});
