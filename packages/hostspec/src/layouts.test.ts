import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { version } from './index.js';

const packages = fileURLToPath(new URL('../../', import.meta.url));

/** A directory that root trusts programs in: not below one that everybody can write to. */
function project(): string {
  return temporaryDirectory(process.geteuid?.() === 0 ? '/run' : undefined);
}

/** Copies what npm installs of a package. */
function copy(name: string, to: string): void {
  for (const part of ['bin', 'dist', 'package.json'].filter((each) => existsSync(join(packages, name, each))))
    cpSync(join(packages, name, part), join(to, part), { recursive: true });
}

function link(from: string, to: string): void {
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(to, from);
}

/** Copies the catalog, with all that it depends on; returns its path. */
function catalogBeside(at: string): string {
  const store = join(at, 'store/node_modules/@hostspec');
  const names = new Set(['linux-specs']);
  for (const name of names) {
    copy(name, join(store, name));
    const { dependencies = {} } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'));
    for (const each of Object.keys(dependencies)) names.add(each.replace('@hostspec/', ''));
  }
  return join(store, 'linux-specs');
}

function start(bin: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: project(),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const layouts: [string, (at: string) => string][] = [
  [
    'beside each other, as npm does in a project',
    (at) => {
      copy('hostspec', join(at, 'node_modules/hostspec'));
      copy('cli', join(at, 'node_modules/@hostspec/cli'));
      link(join(at, 'node_modules/@hostspec/linux-specs'), catalogBeside(at));
      return join(at, 'node_modules/hostspec/bin/hostspec.cjs');
    },
  ],
  [
    'inside hostspec, as npm does globally, and started through a link',
    (at) => {
      const own = join(at, 'lib/node_modules/hostspec');
      copy('hostspec', own);
      copy('cli', join(own, 'node_modules/@hostspec/cli'));
      link(join(own, 'node_modules/@hostspec/linux-specs'), catalogBeside(at));
      link(join(at, 'bin/hostspec'), '../lib/node_modules/hostspec/bin/hostspec.cjs');
      return join(at, 'bin/hostspec');
    },
  ],
  [
    'each in a store, as pnpm does',
    (at) => {
      const store = (key: string, name: string) => join(at, 'node_modules/.pnpm', key, 'node_modules', name);
      const [own, cli] = [
        store('hostspec@1.0.0', 'hostspec'),
        store('@hostspec+cli@1.0.0_x', '@hostspec/cli'),
      ];
      copy('hostspec', own);
      copy('cli', cli);
      link(store('hostspec@1.0.0', '@hostspec/cli'), relative(join(own, '../@hostspec'), cli));
      link(store('hostspec@1.0.0', '@hostspec/linux-specs'), catalogBeside(at));
      link(store('@hostspec+cli@1.0.0_x', '@hostspec/linux-specs'), catalogBeside(at));
      link(join(at, 'node_modules/hostspec'), relative(join(at, 'node_modules'), own));
      return join(at, 'node_modules/hostspec/bin/hostspec.cjs');
    },
  ],
];

test.each(layouts)('the command has every domain if the packages are installed %s', (_where, install) => {
  const bin = install(project());
  const { status, stdout, stderr } = start(bin, 'catalog', '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const domains = new Set(
    Object.values(JSON.parse(stdout)).map((spec) => (spec as { domain: string }).domain),
  );
  expect([...domains]).toEqual(expect.arrayContaining(['kernel', 'networking', 'web']));
  expect(start(bin, '--version').stdout).toMatch(new RegExp(`^hostspec ${version.replaceAll('.', '\\.')}\n`));
});
