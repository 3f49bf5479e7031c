import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { itNeeds, lackingOf } from '@hostspec/testing';
import filePlugin from '@size-limit/file';
import glob from 'fast-glob';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import sizeLimit from 'size-limit';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedDirectory } from '../../test/folder.ts';
import { packagesOf, programsOf, publishedOf } from '../../workspace/packages.mjs';
import { root } from '../../workspace/root.mjs';
import { limits, programLimits } from './limits.mjs';
import { pack } from './pack.mjs';

const folder = sharedDirectory();
let packed;
// biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern, and has nothing for it.
beforeAll(async ({}, { tasks }) => {
  // To pack all takes long, and `--testNamePattern` may leave out most.
  const names = tasks.filter(({ mode }) => mode !== 'skip').map(({ name }) => name.split(' ')[1]);
  const wanted = publishedOf().filter((each) => names.includes(each.folder));
  packed = new Map((await pack(folder, wanted)).map((each) => [each.folder, each]));
});

const tar = (...words) => execFileSync('tar', words, { maxBuffer: 16 * 1024 * 1024 });
const namesIn = (tarball) => tar('-tzf', tarball).toString().trim().split('\n');
const fileIn = (tarball, name) => tar('-xzOf', tarball, `package/${name}`);

// The packages are ES modules only: Node 20.19 and later require() them anyway.
const notForUs = ['node10', 'node16-cjs'];
// A program, not a module that is imported.
const isProgramFile = (entrypoint) => entrypoint?.endsWith('.cjs');

for (const { folder: name, manifest, path, isDomain } of packagesOf())
  describe(`packed ${name}`, () => {
    test('passes publint and are-the-types-wrong', async () => {
      const tarball = new Uint8Array(readFileSync(packed.get(name).tarball));
      const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
      expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
      const { types, problems } = await checkPackage(createPackageFromTarballData(tarball));
      expect(types).not.toBe(false);
      expect(
        problems.filter(
          ({ resolutionKind, entrypoint }) =>
            !notForUs.includes(resolutionKind) && !isProgramFile(entrypoint),
        ),
      ).toEqual([]);
    });

    test('is within its limit in limits.mjs', async () => {
      const files = await glob('dist/**/*.js', { cwd: path, absolute: true });
      const [{ size }] = await sizeLimit([filePlugin], files);
      expect(size).toBeLessThanOrEqual(limits[name] ?? (isDomain ? limits.domain : 0));
    });

    test('has its licence, notices, README and exports, and no tests', () => {
      const files = namesIn(packed.get(name).tarball);
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
        const lines = fileIn(packed.get(name).tarball, 'dist/index.js').toString().split('\n');
        // Data may be one long line.
        const lengths = lines.map(({ length }) => length).sort((a, b) => a - b);
        expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100);
      });

    test('takes the packages of the workspace by range', () => {
      expect(fileIn(packed.get(name).tarball, 'package.json').toString()).not.toContain('workspace:');
    });
  });

for (const { folder: name, path, manifest } of programsOf())
  itNeeds('the runner for every platform', lackingOf([join(path, 'hostspec-runner')]).length === 0)(
    `packed ${name} has the program, its mode and its origin, and nothing else`,
    () => {
      const { tarball } = packed.get(name);
      const modes = tar('-tvzf', tarball).toString().trim().split('\n');
      expect(
        Object.fromEntries(modes.map((line) => [line.split(' package/').at(-1), line.split(' ')[0]])),
      ).toEqual({
        LICENSE: '-rw-r--r--',
        'README.md': '-rw-r--r--',
        'THIRD-PARTY-NOTICES.txt': '-rw-r--r--',
        'hostspec-runner': '-rwxr-xr-x',
        'package.json': '-rw-r--r--',
        'provenance.json': '-rw-r--r--',
      });
      const program = fileIn(tarball, 'hostspec-runner');
      const sha256 = createHash('sha256').update(program).digest('hex');
      expect(JSON.parse(fileIn(tarball, 'provenance.json'))).toMatchObject({
        commit: expect.stringMatching(/^[0-9a-f]{40}/),
        sha256,
        version: manifest.version,
      });
      // What the client starts.
      const checksums = JSON.parse(readFileSync(join(root, 'packages/runner/checksums.json'), 'utf8'));
      expect(checksums[basename(path)]).toBe(sha256);
      expect(statSync(tarball).size).toBeLessThanOrEqual(programLimits.packed);
      expect(program.length).toBeLessThanOrEqual(programLimits.unpacked);
    },
  );
