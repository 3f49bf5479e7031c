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

const folders = readdirSync(join(root, 'packages'));
const remove = (path) => rmSync(file(path), { recursive: true });

beforeAll(() => {
  copyPackages(workspace, folders);
});
beforeEach(() => mkdirSync(file('.changeset')));
afterEach(() => {
  remove('.changeset');
  remove('packages/linux-specs');
  for (const folder of readdirSync(file('packages')).filter((name) => !folders.includes(name)))
    remove(`packages/${folder}`);
  copyPackages(workspace, ['linux-specs']);
});

test('a new domain follows the house rules, except for the specs.json from its build', () => {
  const before = houseViolations(workspace);
  writeDomain('test-domain', workspace);
  expect(houseViolations(workspace)).toEqual({
    ...before,
    'test-domain': ['has no specs.json', 'README.md has no ## Specs'],
  });
});

const source = 'packages/linux-specs/src/linux-specs.ts';

test.each([
  [
    source,
    [
      "import { testDomain } from '@hostspec/test-domain';",
      '    SpecsOf<typeof testDomain>,',
      '  testDomain,',
    ],
  ],
  ['packages/linux-specs/package.json', ['    "@hostspec/test-domain": "workspace:^",']],
])('it is added to %s in alphabetical order, and nothing else changes', (path, lines) => {
  const before = read(path).split('\n');
  writeDomain('test-domain', workspace);
  const after = read(path).split('\n');
  expect(after.filter((line) => !before.includes(line))).toEqual(lines);
  expect(after.filter((line) => before.includes(line))).toEqual(expect.arrayContaining(before));
});

test('also if it is the last in alphabetical order', () => {
  writeDomain('zz', workspace);
  const text = read(source);
  expect(text).toMatch(/,\n {4}SpecsOf<typeof zz> \{\}\n/);
  expect(text).toMatch(/,\n {2}zz,\n\);\n/);
});

test('its changeset releases the catalog', () => {
  expect(writeDomain('test-domain', workspace)).toContain('.changeset/domain-test-domain.md');
  expect(read('.changeset/domain-test-domain.md')).toBe(
    "---\n'@hostspec/linux-specs': minor\n---\n\nThe domain test-domain is part of the catalog.\n",
  );
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
