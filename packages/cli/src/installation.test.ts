import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPackage } from './installation.js';
import { directoryOf, parentOfPrograms } from './testing/cli.js';
import { runInProcess } from './testing/in-process.js';

const manifest = JSON.stringify({ exports: { '.': './index.js', './specs.json': './specs.json' } });

/** A project in which a package is at the place that a name leads to from its `node_modules`. */
function projectWith(name: string): string {
  const top = directoryOf(
    {
      'project/node_modules/x': '',
      [join('project/node_modules', name, 'package.json')]: manifest,
      [join('project/node_modules', name, 'index.js')]: 'throw new Error("it was loaded")',
      'project/site.yaml': `extends: [${JSON.stringify(name)}]\n`,
    },
    parentOfPrograms,
  );
  const project = join(top, 'project');
  expect(existsSync(join(project, 'node_modules', name, 'package.json'))).toBe(true);
  return project;
}

describe('a package is found by its name', () => {
  test.each(['left', '@site/one', 'a.b-c_d', '0x', 'Old', '@a/b.c'])('%s', (name) => {
    const folder = join(projectWith(name), 'node_modules');
    expect(findPackage(name, [folder])).toMatchObject({ name, path: join(folder, name), isCatalog: true });
  });
});

describe('a name from a catalog file that is a path finds nothing, though a package is there', () => {
  test.each([
    '../evil',
    '..',
    '.',
    '',
    './evil',
    '/evil',
    '.evil',
    'evil/',
    'evil/sub',
    'evil/../x2',
    '@site/../../evil',
    '@site/..',
    '@site/one/two',
    '@../evil',
    '@/evil',
    '../left\n',
    'left\n',
    'a b',
    '-evil',
    '_evil',
  ])('%j', async (name) => {
    const project = projectWith(name);
    expect(findPackage(name, [join(project, 'node_modules')])).toBeUndefined();
    const { status, stdout, stderr } = await runInProcess(
      ['catalog', '--packages', '.', '--catalog', 'site.yaml'],
      { cwd: project },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).not.toContain('it was loaded');
  });
});
