import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesOf, programsOf } from '../../workspace/packages.mjs';
import { packedViolations } from './check.mjs';
import { packAll } from './pack.mjs';

let folder;
let packed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packing-'));
  packed = new Map((await packAll(folder)).map((each) => [each.folder, each]));
});
afterAll(() => rmSync(folder, { recursive: true }));

const listing = (tarball) => execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');

describe.each(packagesOf().map(({ folder: name, manifest }) => ({ name, manifest })))(
  'packed $name',
  ({ name, manifest }) => {
    test('passes publint, are-the-types-wrong and the size limit', async () => {
      expect(await packedViolations(packed.get(name))).toEqual([]);
    });

    test('has its licence, notices, README and exports, and no tests', () => {
      const files = listing(packed.get(name).tarball);
      const exported = Object.values(manifest.exports).flatMap((target) =>
        Object.values([target].flat()[0]?.types ? target : [target]),
      );
      const wanted = [
        'LICENSE',
        'README.md',
        'dist/NOTICE',
        ...exported.map((file) => file.replace('./', '')),
      ];
      expect(files).toEqual(expect.arrayContaining(wanted.map((file) => `package/${file}`)));
      expect(files.filter((file) => /\.test|fixtures|tsbuildinfo|tsconfig/.test(file))).toEqual([]);
    });

    // A command is minified.
    if (!manifest.bin)
      test('shows readable lines in the stack of an error', () => {
        const text = execFileSync('tar', ['-xzOf', packed.get(name).tarball, 'package/dist/index.js'], {
          encoding: 'utf8',
        });
        expect(text.length / text.split('\n').length).toBeLessThan(100);
      });

    test('takes the packages of the workspace by range', () => {
      const text = execFileSync('tar', ['-xzOf', packed.get(name).tarball, 'package/package.json'], {
        encoding: 'utf8',
      });
      expect(text).not.toContain('workspace:');
    });
  },
);

const programs = programsOf();
const hasProgram = ({ path }) => existsSync(join(path, 'hostspec-runner'));

for (const each of programs)
  itNeeds('the runner for every platform', hasProgram(each))(
    `packed ${each.folder} has the program, its mode and its origin, and nothing else`,
    async () => {
      expect(await packedViolations(packed.get(each.folder))).toEqual([]);
    },
  );

describe('of a packed program', () => {
  // The check is the same for every platform, and npm takes seconds to compress a program.
  const each = programs.find(hasProgram) ?? programs[0];
  const it = itNeeds('the runner for every platform', hasProgram(each));
  const change = (from, to, mode) => {
    const copy = join(folder, 'program');
    rmSync(copy, { recursive: true, force: true });
    cpSync(each.path, copy, { recursive: true });
    cpSync(join(each.path, '../../../../LICENSE'), join(copy, 'LICENSE'));
    const bytes = readFileSync(join(copy, from));
    writeFileSync(join(copy, from), to(bytes));
    if (mode !== undefined) chmodSync(join(copy, from), mode);
    const made = join(folder, 'changed');
    mkdirSync(made, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', made], { cwd: copy });
    const name = `hostspec-runner-${basename(each.path)}-${each.manifest.version}.tgz`;
    return packedViolations({ ...each, tarball: join(made, name) });
  };

  it('other bytes are named', async () => {
    const other = await change('hostspec-runner', (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    expect(other.join('\n')).toMatch(/provenance\.json has sha256 .*\nchecksums\.json of the client has/);
  });

  it('another origin is named', async () => {
    const origin = await change('provenance.json', (bytes) =>
      JSON.stringify({ ...JSON.parse(bytes), commit: undefined }),
    );
    expect(origin).toEqual(['provenance.json names no commit']);
  });

  it('another mode is named', async () => {
    const mode = await change('hostspec-runner', (bytes) => bytes, 0o644);
    expect(mode).toEqual(['hostspec-runner is packed as -rw-r--r--; allowed: -rwxr-xr-x']);
  });
});

test('what is wrong with a package is named', async () => {
  const kernel = packed.get('kernel');
  const copy = join(folder, 'kernel');
  cpSync(join(kernel.path, 'dist'), join(copy, 'dist'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(kernel.path, 'package.json'), 'utf8'));
  manifest.exports['.'] = { default: './dist/index.js', types: './dist/other.d.ts' };
  manifest.dependencies = {};
  manifest.devDependencies = {};
  writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy });
  const broken = { ...kernel, path: copy, folder: 'openstack', isDomain: false };
  expect(existsSync(kernel.tarball)).toBe(true);
  const violations = (await packedViolations(broken)).join('\n');
  expect(violations).toContain('publint: ');
  expect(violations).toContain('attw: ');
  expect(violations).toContain('has no limit for its size');
});
