import type { ItemPlace } from '@hostspec/spec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathAllocator, wantedPath } from './item-path.js';

/** These tests have a row in this section of ASSURANCE. */
const promise = { meta: { assurance: 'Bytes' } };

const place = (rest: Partial<ItemPlace>): ItemPlace => ({
  spec: 's',
  source: { kind: 'file', path: '/x' },
  ...rest,
});
const ofFile = (path: string, rest: Partial<ItemPlace> = {}) =>
  place({ source: { kind: 'file', path }, ...rest });
const ofCommand = (commandLine: string, rest: Partial<ItemPlace> = {}) =>
  place({ source: { kind: 'command', argv: ['x'] }, commandLine, ...rest });
const container = { image: 'registry/i', engine: 'podman', id: '0123456789ab' };

describe('wantedPath', () => {
  test.each<[string, ItemPlace, string]>([
    ['a file', ofFile('/etc/hosts'), 'etc/hosts'],
    ['a file below the root', ofFile('etc/os-release'), 'etc/os-release'],
    [
      'a file saved as a directory',
      ofFile('/var/log/pcp/a.0', { saveAs: 'var/log/pcp/pmlogger/' }),
      'var/log/pcp/pmlogger/a.0',
    ],
    ['a file saved as a path', ofFile('/a/b', { saveAs: 'c/d' }), 'c/d'],
    ['a path that climbs', ofFile('/etc/../../shadow'), 'etc/%2E%2E/%2E%2E/shadow'],
    ['a command', ofCommand('/sbin/ip addr'), 'insights_commands/ip_addr'],
    [
      'a command saved as a name',
      ofCommand('/bin/ls -la /a /b', { saveAs: 'ls_la' }),
      'insights_commands/ls_la',
    ],
    ['a command that mangles to nothing', ofCommand('/ /'), 'insights_commands/_'],
    ['a listing', place({ source: { kind: 'listing', path: '/sys/x' } }), 'insights_commands/ls_.sys.x'],
    ['a file in a container', ofFile('/etc/a', { container }), 'insights_containers/0123456789ab/etc/a'],
    [
      'a command in a container',
      ofCommand('rpm -qa', { container }),
      'insights_containers/0123456789ab/insights_commands/rpm_-qa',
    ],
    [
      'a container id that climbs',
      ofFile('/a', { container: { ...container, id: '../..' } }),
      'insights_containers/..%2F../a',
    ],
  ])('%s', (_, wanted, path) => expect(wantedPath(wanted).join('/')).toBe(path));

  test('a path of 4095 bytes is shortened, to leave room for the path of the archive', () => {
    const path = wantedPath(ofFile(`/${'d/'.repeat(2000)}${'f'.repeat(94)}`)).join('/');
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(2048);
    expect(path).toMatch(/^d\/.*\/~[0-9a-f]{32}\/f{94}$/);
  });
});

describe('pathAllocator', () => {
  test.each<[string, string[], string[]]>([
    ['the same path twice', ['a/b', 'a/b', 'a/b'], ['a/b', 'a/b~2', 'a/b~3']],
    ['a file, then a directory of its name', ['a', 'a/b', 'a/c'], ['a', 'a~2/b', 'a~2/c']],
    ['a directory, then a file of its name', ['a/b', 'a'], ['a/b', 'a~2']],
    ['a name that a suffix took', ['a', 'a', 'a~2'], ['a', 'a~2', 'a~2~2']],
    ['case', ['a', 'A'], ['a', 'A']],
    [
      'over-long names',
      [`${'n'.repeat(255)}`, `${'n'.repeat(255)}`],
      ['n'.repeat(255), `${'n'.repeat(253)}~2`],
    ],
  ])('%s', (_, wanted, given) => {
    const paths = pathAllocator();
    expect(wanted.map((path) => paths.allocate(path.split('/')))).toEqual(given);
  });

  test('a released path is free again', () => {
    const paths = pathAllocator();
    paths.release(paths.allocate(['a']));
    expect(paths.allocate(['a'])).toBe('a');
  });

  test('reserved directories are not used as files', () => {
    expect(pathAllocator().allocate(['insights_commands'])).toBe('insights_commands~2');
  });

  test('a hundred thousand equal paths do not take quadratic time', () => {
    const paths = pathAllocator();
    const given = new Set(Array.from({ length: 100_000 }, () => paths.allocate(['same'])));
    expect(given.size).toBe(100_000);
  });
});

const words = fc.constantFrom(
  'a',
  'A',
  'b',
  'a~2',
  'é',
  'insights_commands',
  'x'.repeat(300),
  '..',
  '%41',
  '\n',
  '\udcff',
  '.',
);
const somePath = fc.array(words, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`);
const somePlace: fc.Arbitrary<ItemPlace> = fc.record(
  {
    spec: fc.constant('s'),
    source: fc.oneof(
      somePath.map((path) => ({ kind: 'file', path }) as const),
      somePath.map((path) => ({ kind: 'listing', path }) as const),
      fc.array(words).map((argv) => ({ kind: 'command', argv }) as const),
    ),
    commandLine: fc.array(fc.oneof(words, fc.string()), { minLength: 1 }).map((line) => line.join(' ')),
    saveAs: fc.constantFrom('ls_la', 'var/log/', 'a', '/', '../x'),
    container: fc.constantFrom(container, { ...container, id: '' }),
  },
  { requiredKeys: ['spec', 'source'] },
);

describe('items to paths', () => {
  test('items never share a path, contain each other or leave the archive', promise, () => {
    fc.assert(
      fc.property(fc.array(somePlace, { maxLength: 60 }), (places) => {
        const paths = pathAllocator();
        const given = places.map((wanted) => paths.allocate(wantedPath(wanted)));
        const all = new Set(given);
        expect(all.size).toBe(given.length);
        for (const path of given) {
          const names = path.split('/');
          expect(names.every((name) => !['', '.', '..'].includes(name))).toBe(true);
          expect(names.every((name) => Buffer.byteLength(name) <= 255)).toBe(true);
          expect(path).not.toMatch(/[\p{Cc}\p{Cs}]/u);
          for (let end = names.length - 1; end > 0; end--)
            expect(all.has(names.slice(0, end).join('/'))).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
