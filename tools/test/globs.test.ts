import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultSpecs, defaultSpecsA } from '@hostspec/default-specs';
import { globOver } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import { type FileFacts, hasWildcard, hostError } from '@hostspec/spec';
import glob from 'fast-glob';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedDirectory } from './folder.js';

/** Every text of the catalog that is a path with a wildcard. A `%s` stands for names, as a wildcard does. */
function patternsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return ['patterns', 'path', 'paths'].includes(key) ? [value.replaceAll('%s', '*')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => patternsIn(each, Array.isArray(value) ? key : name));
}

const patterns = [...new Set(patternsIn([defaultSpecs.specs, defaultSpecsA.specs]))]
  .map((pattern) => `/${pattern.replace(/^\/+/, '')}`)
  .filter(hasWildcard)
  .sort();

/** What fast-glob finds by the rules of Python's glob: no braces, no globstar, no hidden names, links followed. */
async function oracle(root: string, pattern: string): Promise<string[]> {
  const found = await glob(pattern.slice(1), {
    cwd: root,
    onlyFiles: false,
    braceExpansion: false,
    extglob: false,
    globstar: false,
    suppressErrors: true,
  });
  return found
    .map((path) => `/${path}`)
    .filter((path) => !isDirectory(join(root, path)))
    .sort();
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** The same tree for `globOver`, which hosts in archives use. */
function treeOf(root: string) {
  const asHostError = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw hostError('absent', String(error));
    }
  };
  return {
    list: (path: string) => asHostError(() => readdirSync(join(root, path))),
    stat: (path: string): FileFacts | undefined => {
      if (!existsSync(join(root, path))) return undefined;
      return { kind: isDirectory(join(root, path)) ? 'directory' : 'file', size: 0, modified: 0 };
    },
  };
}

/** Names for a wildcard: those that it matches, and those that it only nearly matches. */
const names = ['', 'a', 'A9_', '.hidden', 'x y', 'é', '{a,b}', '(a|b)', '!a', '[a]', 'a\nb', '-a', '**'];

/** A pattern with a name in place of each wildcard; it may match that only nearly. */
const filled = (pattern: string, name: string): string =>
  pattern
    .replace(/\[(!?)(.)[^\]]*\]/g, (_, negated, first) => (negated ? '~' : first))
    .replaceAll('?', name.slice(0, 1) || 'q')
    .replaceAll('*', name);

const root = sharedDirectory();
beforeAll(() => {
  const make = (path: string, how: (place: string) => void): void => {
    const place = join(root, path);
    try {
      mkdirSync(dirname(place), { recursive: true });
      how(place);
    } catch {
      // Another pattern has something else there.
    }
  };
  for (const pattern of patterns) {
    const [directory, dangling, ...files] = names.map((name) => filled(pattern, name));
    make(directory ?? '', (place) => mkdirSync(place));
    make(dangling ?? '', (place) => symlinkSync('nowhere', place));
    for (const path of files) make(path, (place) => writeFileSync(place, ''));
    const parts = pattern.split('/');
    const to = parts.findIndex(hasWildcard) + 1;
    make(filled(parts.slice(0, to).join('/'), 'linked'), (place) =>
      symlinkSync(filled(parts[to - 1] ?? '', 'x y'), place),
    );
    make(`${pattern.replaceAll('*', 'deep/er')}`, (place) => writeFileSync(place, ''));
  }
});

test('the catalog has patterns', () => expect(patterns.length).toBeGreaterThan(50));

describe.each(patterns)('%s', (pattern) => {
  test('matches in a tree what fast-glob matches', async () => {
    const expected = await oracle(root, pattern);
    expect(expected.length).toBeGreaterThan(0);
    expect((await createLocalHost({ root }).glob([pattern])).paths).toEqual(expected);
    expect((await globOver([pattern], treeOf(root))).paths).toEqual(expected);
  });
});

/** The last parts of the catalog's patterns, in directories of this machine that rarely change, and the patterns there. */
const real = ['/etc', '/usr/share', '/usr/lib'].flatMap((directory) => [
  ...new Set([
    ...patterns.filter((pattern) => pattern.startsWith(`${directory}/`)),
    ...patterns.map((pattern) => `${directory}/*/${pattern.split('/').at(-1)}`),
    `${directory}/*/*`,
    `${directory}/[!a-m]*/?[a-f]*`,
    `${directory}/.*`,
  ]),
]);

test('patterns match on this machine what fast-glob matches', async () => {
  const host = createLocalHost();
  const wrong: object[] = [];
  let matched = 0;
  for (const pattern of real) {
    const [expected, { paths }, over] = [
      await oracle('/', pattern),
      await host.glob([pattern]),
      await globOver([pattern], treeOf('/')),
    ];
    matched += expected.length;
    for (const found of [paths, over.paths])
      if (found.join('\0') !== expected.join('\0'))
        wrong.push({
          pattern,
          more: found.filter((path) => !expected.includes(path)).slice(0, 5),
          fewer: expected.filter((path) => !found.includes(path)).slice(0, 5),
        });
  }
  expect(wrong).toEqual([]);
  expect(matched).toBeGreaterThan(100);
});
