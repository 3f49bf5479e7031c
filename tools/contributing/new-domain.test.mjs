import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { houseViolations } from '../house/house.mjs';
import { sharedDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';
import { copyPackages } from '../workspace/scratch.mjs';
import { writeDomain } from './write.mjs';

const workspace = sharedDirectory();
const file = (path) => join(workspace, path);
const read = (path) => readFileSync(file(path), 'utf8');

const catalogs = ['default-specs', 'linux-specs'];
const folders = readdirSync(join(root, 'packages'));
const remove = (path) => rmSync(file(path), { recursive: true });

beforeAll(() => {
  copyPackages(workspace, folders);
});
beforeEach(() => mkdirSync(file('.changeset')));
afterEach(() => {
  remove('.changeset');
  for (const catalog of catalogs) remove(`packages/${catalog}`);
  for (const folder of readdirSync(file('packages')).filter((name) => !folders.includes(name)))
    remove(`packages/${folder}`);
  copyPackages(workspace, catalogs);
});

test.each(['linux', 'default'])(
  'a new domain of the catalog %s follows the house rules, except for the specs.json from its build',
  (catalog) => {
    const before = houseViolations(workspace);
    writeDomain('test-domain', workspace, catalog);
    expect(houseViolations(workspace)).toEqual({
      ...before,
      'test-domain': ['has no specs.json', 'README.md has no ## Specs'],
    });
  },
);

const linesOf = (path) => read(`packages/${path}`).split('\n');
const [default_, defaultA, linux] = [
  'default-specs/src/default-specs.ts',
  'default-specs/src/default-specs-a.ts',
  'linux-specs/src/linux-specs.ts',
];
const others = catalogs.map((folder) => `${folder}/package.json`);

test.each([
  ['linux', [linux], ['linux-specs']],
  ['default', [default_, defaultA, linux], catalogs],
])(
  'it is added to the catalog %s in alphabetical order, and nothing else changes',
  (catalog, changed, of) => {
    const paths = [default_, defaultA, linux, ...others];
    const before = new Map(paths.map((path) => [path, linesOf(path)]));
    writeDomain('test-domain', workspace, catalog);
    const added = (path) => linesOf(path).filter((line) => !before.get(path).includes(line));
    for (const path of [default_, defaultA, linux])
      expect(added(path)).toEqual(
        changed.includes(path)
          ? [
              "import { testDomain } from '@hostspec/test-domain';",
              '    SpecsOf<typeof testDomain>,',
              '  testDomain,',
            ]
          : [],
      );
    for (const folder of catalogs) {
      const joins = of.includes(folder);
      expect(added(`${folder}/package.json`)).toEqual(
        joins ? ['    "@hostspec/test-domain": "workspace:^",'] : [],
      );
    }
    for (const path of paths)
      expect(linesOf(path).filter((line) => before.get(path).includes(line))).toEqual(
        expect.arrayContaining(before.get(path)),
      );
  },
);

test('also if it is the last in alphabetical order', () => {
  writeDomain('zz', workspace);
  const text = read(`packages/${linux}`);
  expect(text).toMatch(/,\n {4}SpecsOf<typeof zz> \{\}\n/);
  expect(text).toMatch(/,\n {2}zz,\n\);\n/);
});

test.each([
  ['linux', "'@hostspec/linux-specs': minor\n"],
  ['default', "'@hostspec/default-specs': minor\n'@hostspec/linux-specs': minor\n"],
])('its changeset releases the catalog %s', (catalog, releases) => {
  expect(writeDomain('test-domain', workspace, catalog)).toContain('.changeset/domain-test-domain.md');
  expect(read('.changeset/domain-test-domain.md')).toBe(
    `---\n${releases}---\n\nThe domain test-domain is part of the catalog.\n`,
  );
});

test('another catalog is refused, and nothing is written', () => {
  const before = readdirSync(file('packages'));
  expect(() => writeDomain('test-domain', workspace, 'b')).toThrow(
    '--catalog is "b"; allowed: linux, default',
  );
  expect(readdirSync(file('packages'))).toEqual(before);
});

describe('a name that is not allowed is refused, and nothing is written', () => {
  test.each([
    [undefined, 'missing or not allowed: undefined; allowed: lower-case words'],
    ['Desktop', 'not allowed: "Desktop"'],
    ['../desktop', 'not allowed: "../desktop"'],
    ['desktop_apps', 'not allowed: "desktop_apps"'],
    ['kernel', 'packages/kernel already exists; taken: '],
  ])('%j', (name, said) => {
    const before = readdirSync(file('packages'));
    expect(() => writeDomain(name, workspace)).toThrow(said);
    expect(readdirSync(file('packages'))).toEqual(before);
  });
});
