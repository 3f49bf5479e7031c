import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { itNeeds } from '@hostspec/testing';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from './root.mjs';

const platform = `${process.platform}-${process.arch}`;
const itBuilds = itNeeds(
  'Go 1.22',
  spawnSync('go', ['version']).status === 0 && existsSync(join(root, 'packages/runner/npm', platform)),
);

let folder;
beforeEach(() => {
  folder = temporaryDirectory();
  for (const part of ['build.mjs', 'package.json', 'go', 'npm'])
    cpSync(join(root, 'packages/runner', part), join(folder, part), {
      recursive: true,
      filter: (path) =>
        !/\/(node_modules|hostspec-runner|provenance\.json|npm\/.*\/THIRD-PARTY-NOTICES\.txt)$/.test(path),
    });
});

const build = (options = [], env = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'build.mjs'), ...options], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const withoutGo = { PATH: '/nonexistent' };
const read = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const program = () => join(folder, 'npm', platform, 'hostspec-runner');

test('without Go, a checkout has no runner and says so in one line', () => {
  expect(build(['--optional'], withoutGo)).toEqual({
    status: 0,
    stdout:
      'the runner was not built: go is not installed; Go 1.22 or later is needed; without it, hostspec does the same work in its own process\n',
    stderr: '',
  });
  expect(existsSync(program())).toBe(false);
});

test.each([[], ['--all']])('without Go, a release is refused: %j', (...options) => {
  expect(build(options, withoutGo)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'the runner was not built: go is not installed; Go 1.22 or later is needed\n',
  });
});

itBuilds(
  "the runner comes with its provenance, checksum and Go's licence, and is built again only if its source changed",
  () => {
    expect(build(['--optional'])).toMatchObject({ status: 0, stderr: '' });
    const sha256 = createHash('sha256').update(readFileSync(program())).digest('hex');
    const provenance = read(`npm/${platform}/provenance.json`);
    expect(provenance).toMatchObject({
      go: expect.stringMatching(/^go1\./),
      sha256,
      version: read('package.json').version,
    });
    expect(read('checksums.json')).toEqual({ [platform]: sha256 });
    const notices = readFileSync(join(folder, `npm/${platform}/THIRD-PARTY-NOTICES.txt`), 'utf8');
    expect(notices).toContain('The Go Authors');
    expect(statSync(program()).mode & 0o7777).toBe(0o755);

    const built = statSync(program()).mtimeMs;
    expect(build(['--optional'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(statSync(program()).mtimeMs).toBe(built);

    appendFileSync(join(folder, 'go/main.go'), '\n// A comment.\n');
    expect(build(['--optional']).stdout).toContain(platform);
    expect(read(`npm/${platform}/provenance.json`).sourceSha256).not.toBe(provenance.sourceSha256);
  },
);

itBuilds('a program that was changed is built again', () => {
  build();
  chmodSync(program(), 0o755);
  appendFileSync(program(), 'x');
  expect(build(['--optional']).stdout).toContain(platform);
  expect(createHash('sha256').update(readFileSync(program())).digest('hex')).toBe(
    read('checksums.json')[platform],
  );
});

itBuilds('a program of an earlier source is removed if it cannot be built again', () => {
  build();
  expect(build(['--optional'], withoutGo)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(program())).toBe(true);
  appendFileSync(join(folder, 'go/main.go'), '\n// A comment.\n');
  expect(build(['--optional'], withoutGo).stdout).toContain('the runner was not built');
  expect(existsSync(program())).toBe(false);
  expect(read('checksums.json')).toEqual({});
});
