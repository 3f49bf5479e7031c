import type { Item, Outcome } from '@hostspec/spec';
import { describe, expect, test } from 'vitest';
import type { ArchiveLayout } from '../read/archive-layout.js';
import { denialOfItem, deniedOutcome, memberDenials } from './copy-change.js';

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
