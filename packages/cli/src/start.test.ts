import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../tools/test/folder.js';
import { bin, directoryOf, install, packages } from './testing/cli.js';

const { engines } = JSON.parse(readFileSync(`${packages}cli/package.json`, 'utf8'));
const ranges: string[] = engines.node.split(' || ');

/** Starts the command as that version of Node would, up to the check. */
function startedBy(version: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--eval',
      `Object.defineProperty(process, 'versions', { value: { node: ${JSON.stringify(version)} } });
       process.argv.push('hostspec', '--version');
       require(${JSON.stringify(bin)});`,
    ],
    { encoding: 'utf8', timeout: 60_000 },
  );
  return { status, stdout, stderr };
}

const numbersOf = (range: string): number[] => range.replace(/^\D+/, '').split('.').map(Number);
const oldest = ranges.map((range) => numbersOf(range).join('.'));
const before = ranges.map((range) => {
  const [major = 0, minor = 0] = numbersOf(range);
  return `${major}.${minor - 1}.9`;
});
const between = ranges.slice(0, -1).flatMap((range) => {
  const [major = 0] = numbersOf(range);
  return numbersOf(ranges[ranges.indexOf(range) + 1] ?? '')[0] === major + 1 ? [] : [`${major + 1}.99.0`];
});

test.each([...before, ...between, '0.10.48', '10.24.1', '18.20.8'])(
  'Node %s is refused in one line',
  (version) => {
    const { status, stdout, stderr } = startedBy(version);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^hostspec: Node [\d.]+ \(\/.*\) cannot run hostspec; allowed: Node .*\n$/);
    for (const range of ranges) expect(stderr).toContain(numbersOf(range).slice(0, 2).join('.'));
  },
);

test.each([...oldest, `${numbersOf(ranges.at(-1) ?? '')[0]}.99.0`, '99.0.0', '99.0.0-nightly2030'])(
  'Node %s is allowed',
  (version) => {
    expect(startedBy(version)).toMatchObject({ status: 0, stdout: expect.stringContaining('hostspec ') });
  },
);

test('a command that never ends is not a success', () => {
  const project = directoryOf({});
  const run = install(project);
  writeFileSync(join(project, 'node_modules/@hostspec/cli/dist/bin.js'), 'await new Promise(() => {});\n');
  expect(run('--version').status).toBe(1);
});

needs('vgs')('commands do not inherit descriptors that the caller left open', () => {
  const cwd = temporaryDirectory();
  const left = openSync('/dev/null', 'r');
  // Node itself marks only the first descriptors, up to a gap.
  const stdio = [...Array.from({ length: 40 }, () => 'ignore' as const), left];
  stdio[1] = 'pipe' as never;
  const { stdout, status } = spawnSync(
    process.execPath,
    [bin, 'collect', '--only', 'vgs_noheadings', '--format', 'ndjson', '--output', '-'],
    { stdio, cwd, encoding: 'utf8' },
  );
  closeSync(left);
  expect(status).toBe(0);
  expect(stdout).toContain('"vgs_noheadings"');
  expect(stdout).not.toContain('leaked');
});
