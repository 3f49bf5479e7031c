import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { houseViolations } from '../house/house.mjs';
import { root } from '../workspace/root.mjs';
import { copyPackages } from '../workspace/scratch.mjs';
import { writeDomain } from './write.mjs';

let workspace;
const file = (path) => join(workspace, path);
const read = (path) => readFileSync(file(path), 'utf8');

const folders = readdirSync(join(root, 'packages'));
const remove = (path) => rmSync(file(path), { recursive: true });

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'new-domain-'));
  copyPackages(workspace, folders);
});
beforeEach(() => mkdirSync(file('.changeset')));
afterEach(() => {
  remove('.changeset');
  remove('packages/default-specs');
  for (const folder of readdirSync(file('packages')).filter((name) => !folders.includes(name)))
    remove(`packages/${folder}`);
  copyPackages(workspace, ['default-specs']);
});
afterAll(() => remove(''));

test('a new domain follows the house rules, except for the specs.json from its build', () => {
  const before = houseViolations(workspace);
  writeDomain('test-domain', workspace);
  expect(houseViolations(workspace)).toEqual({
    ...before,
    'test-domain': ['has no specs.json', 'README.md has no ## Specs'],
  });
});

test('it is added to default-specs in alphabetical order, and nothing else there changes', () => {
  const paths = ['src/default-specs.ts', 'src/default-specs-a.ts', 'package.json', 'tsconfig.json'];
  const lines = (path) => read(`packages/default-specs/${path}`).split('\n');
  const before = new Map(paths.map((path) => [path, lines(path)]));
  writeDomain('test-domain', workspace);
  const added = (path) => lines(path).filter((line) => !before.get(path).includes(line));
  expect(added('src/default-specs.ts')).toEqual([
    "import { testDomain } from '@hostspec/test-domain';",
    '    SpecsOf<typeof testDomain>,',
    '  testDomain,',
  ]);
  expect(added('src/default-specs-a.ts')).toEqual([
    "import { testDomain } from '@hostspec/test-domain';",
    '    SpecsOf<typeof testDomain>,',
    '  testDomain,',
  ]);
  expect(added('package.json')).toEqual(['    "@hostspec/test-domain": "workspace:^",']);
  expect(added('tsconfig.json')).toEqual(['      "path": "../test-domain"']);
  for (const path of paths)
    expect(lines(path).filter((line) => before.get(path).includes(line))).toEqual(
      expect.arrayContaining(before.get(path)),
    );
});

test('also if it is the last in alphabetical order', () => {
  writeDomain('zz', workspace);
  const text = read('packages/default-specs/src/default-specs.ts');
  expect(text).toMatch(/,\n {4}SpecsOf<typeof zz> \{\}\n/);
  expect(text).toMatch(/,\n {2}zz,\n\);\n/);
});

test('its changeset releases default-specs', () => {
  expect(writeDomain('test-domain', workspace)).toContain('.changeset/domain-test-domain.md');
  expect(read('.changeset/domain-test-domain.md')).toBe(
    "---\n'@hostspec/default-specs': minor\n---\n\nThe domain test-domain is part of the catalog.\n",
  );
});

describe('a name that is not allowed is refused, and nothing is written', () => {
  test.each([
    [undefined, 'missing or not allowed: undefined; allowed: lower-case words'],
    ['Desktop', 'not allowed: "Desktop"'],
    ['../desktop', 'not allowed: "../desktop"'],
    ['desktop_apps', 'not allowed: "desktop_apps"'],
    ['kernel', 'packages/kernel already exists; taken: archive, archive-host, cli, '],
  ])('%j', (name, said) => {
    const before = readdirSync(file('packages'));
    expect(() => writeDomain(name, workspace)).toThrow(said);
    expect(readdirSync(file('packages'))).toEqual(before);
  });
});
