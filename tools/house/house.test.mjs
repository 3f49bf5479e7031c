import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tsconfig } from '../build/projects.mjs';
import { sharedDirectory } from '../test/folder.ts';
import { packagesOf } from '../workspace/packages.mjs';
import { root } from '../workspace/root.mjs';
import { copyPackages } from '../workspace/scratch.mjs';
import { houseViolations } from './house.mjs';
import { importedBy } from './sources.mjs';

const versionOf = (folder) => packagesOf().find((each) => each.folder === folder).manifest.version;

test.each(Object.entries(houseViolations(root)))('%j follows the house rules', (_name, violations) => {
  expect(violations).toEqual([]);
});

test('the workspace has only the folders of the house', () => {
  const visible = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
  // npm run package writes to out.
  const isMade = (name) => name === 'node_modules' || name === 'out';
  expect(visible.map(({ name }) => name).filter((name) => !isMade(name))).toEqual(['packages', 'tools']);
});

describe('a violation is named', () => {
  const workspace = sharedDirectory();
  let violationsBefore;
  const changed = new Set();

  beforeAll(() => {
    copyPackages(workspace, ['spec', 'facts', 'kernel', 'cli', 'runner']);
    violationsBefore = houseViolations(workspace);
  });
  afterEach(() => {
    for (const folder of changed) rmSync(join(workspace, 'packages', folder), { recursive: true });
    copyPackages(workspace, changed);
    changed.clear();
  });

  const file = (path) => {
    changed.add(path.split('/')[0]);
    return join(workspace, 'packages', path);
  };
  const write = (path, text) => {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), text);
  };
  const edit = (path, change) => write(path, change(readFileSync(file(path), 'utf8')));
  const editManifest = (folder, change) =>
    edit(`${folder}/package.json`, (text) => {
      const manifest = JSON.parse(text);
      change(manifest);
      return JSON.stringify(manifest);
    });
  const set = (folder, values, part) =>
    editManifest(folder, (manifest) => Object.assign(part ? manifest[part] : manifest, values));
  const remove = (path) => rmSync(file(path), { recursive: true });

  test.each([
    ['kernel', 'a missing file', () => remove('kernel/specs.json'), 'has no specs.json'],
    ['kernel', 'a missing source', () => remove('kernel/src/specs.ts'), 'has no src/specs.ts'],
    [
      'kernel',
      'findings that are not published',
      () => editManifest('kernel', ({ exports }) => delete exports['./findings.json']),
      'exports has no ./findings.json',
    ],
    [
      'kernel',
      'another name',
      () => set('kernel', { name: '@other/kernel' }),
      'name is "@other/kernel"; allowed: "@hostspec/kernel"',
    ],
    [
      'kernel',
      'another licence',
      () => set('kernel', { license: 'MIT' }),
      'license is "MIT"; allowed: "Apache-2.0"',
    ],
    ['kernel', 'another script', () => set('kernel', { postinstall: 'x' }, 'scripts'), 'scripts is {'],
    [
      'kernel',
      'a README without a section',
      () => edit('kernel/README.md', (text) => text.replace('## Use', '## Usage')),
      'README.md has no ## Use',
    ],
    [
      'kernel',
      'an export without a comment',
      () => write('kernel/src/bare.ts', 'export function bare(): void {}\n'),
      'src/bare.ts exports bare without a comment',
    ],
    [
      'runner/npm/linux-x64',
      'a program of another version than its client',
      () => set('runner', { version: '0.0.0' }),
      `version is "${versionOf('runner')}"; allowed: "0.0.0"`,
    ],
    [
      'runner/npm/linux-x64',
      'a script in the package of a program',
      () => set('runner/npm/linux-x64', { scripts: { postinstall: 'x' } }),
      'scripts is {"postinstall":"x"}; allowed: undefined',
    ],
    [
      '',
      'a program that its client does not pin',
      () => set('runner', { '@hostspec/runner-linux-x64': 'workspace:^' }, 'optionalDependencies'),
      '@hostspec/runner takes @hostspec/runner-linux-x64 as workspace:^, not as workspace:*',
    ],
    [
      '',
      'two ranges of a dependency',
      () => set('kernel', { vitest: '^3.0.0' }, 'devDependencies'),
      '@hostspec/kernel has vitest ^3.0.0',
    ],
    [
      '',
      'a package that is not taken from the workspace',
      () => set('kernel', { '@hostspec/spec': '^1.0.0' }, 'dependencies'),
      '@hostspec/kernel takes @hostspec/spec as ^1.0.0, not as workspace:^',
    ],
  ])('%s: %s', (folder, _case, change, said) => {
    expect(violationsBefore[folder].join('\n')).not.toContain(said);
    change();
    expect(houseViolations(workspace)[folder].join('\n')).toContain(said);
  });
});

/** The arrows of the picture in a text, `from -> to`, sorted: of its mermaid lines `a & b --> c & d`. @throws Error if there is no picture. */
const drawnArrows = (text) => {
  const [, picture] = /^```mermaid\n([\s\S]*?)^```$/m.exec(text) ?? [];
  if (picture === undefined) throw new Error('there is no mermaid picture');
  const arrows = [...picture.matchAll(/^ *(.+?) --> (.+)$/gm)].flatMap(([, from, to]) =>
    from.split(' & ').flatMap((one) => to.split(' & ').map((other) => `${one} -> ${other}`)),
  );
  return arrows.sort();
};

/** The imports between the packages of a workspace, tests left out, as arrows; all domains are one room, `domains`. */
const realArrows = (packages) => {
  const rooms = new Map(
    packages.map(({ manifest, folder, isDomain }) => [manifest.name, isDomain ? 'domains' : folder]),
  );
  const arrows = packages.flatMap((each) =>
    [...importedBy(each)]
      .filter((name) => rooms.has(name))
      .map((name) => `${rooms.get(each.manifest.name)} -> ${rooms.get(name)}`),
  );
  return [...new Set(arrows)].sort();
};

/** The rooms from which arrows lead into a circle, those of the circle among them. */
const circlesOf = (arrows) => {
  let left = arrows.map((arrow) => arrow.split(' -> '));
  for (let before; before !== left.length; ) {
    before = left.length;
    const starts = new Set(left.map(([from]) => from));
    left = left.filter(([, to]) => starts.has(to));
  }
  return [...new Set(left.map(([from]) => from))];
};

const page = readFileSync(join(root, 'packages/docs/ARCHITECTURE.md'), 'utf8');

test('the picture in ARCHITECTURE.md has exactly the arrows of the imports', () => {
  expect(drawnArrows(page)).toEqual(realArrows(packagesOf(root)));
});

test('no package imports itself by way of others', () => {
  expect(circlesOf(realArrows(packagesOf(root)))).toEqual([]);
  expect(circlesOf(['a -> b', 'b -> c', 'c -> b', 'c -> d'])).toEqual(['a', 'b', 'c']);
});

test('an arrow too many or too few is seen', () => {
  const picture = (lines) => `# Architecture\n\nWords.\n\n\`\`\`mermaid\ngraph BT\n${lines}\n\`\`\`\n`;
  expect(drawnArrows(picture('  a & b --> c\n  c --> d & e'))).toEqual([
    'a -> c',
    'b -> c',
    'c -> d',
    'c -> e',
  ]);
  expect(() => drawnArrows('## Words\n')).toThrow('there is no mermaid picture');
});

test('every command starts without another package, and loads each when it needs it', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['packages/cli/src/bin.ts'],
    outdir: '.',
    tsconfig,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
  });
  const files = ['bin.js'];
  const early = (file) =>
    (metafile.outputs[file]?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
  for (const file of files)
    files.push(...early(file).flatMap(({ path }) => (files.includes(path) ? [] : path)));
  expect(files.filter((name) => name.startsWith('@hostspec/'))).toEqual([]);
});

// Knip reads all packages, which takes minutes beside other suites on a slow machine.
test('every file, export and dependency is used', { timeout: 600_000 }, () => {
  const bin = join(root, 'node_modules/knip/bin/knip.js');
  const words = [bin, '--no-progress', '--no-config-hints', '--config', 'tools/house/knip.config.mjs'];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('');
  expect(status).toBe(0);
});
