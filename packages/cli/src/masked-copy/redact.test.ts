import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { formats } from '@hostspec/archive';
import { needs } from '@hostspec/testing';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { bin, startHostspec, writeFiles } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';
import {
  everythingIn,
  leakedIn,
  plantedFiles,
  plantedSecrets,
  plantedText,
  tarOfFiles,
} from '../testing/planted-inputs.js';

test('shows on a terminal how much was read, except with content on it', async () => {
  const cwd = temporaryDirectory();
  // What ends within a tenth of a second shows nothing.
  writeFileSync(join(cwd, 'app.conf'), Buffer.alloc(4e6, plantedText));
  const line = /\r\x1b\[K[\d.]+ \w+, [\d.]+ s\r\x1b\[K/;
  const redact = (output: string) =>
    runInProcess(['redact', 'app.conf', '--output', output], { cwd, isTTY: true });
  expect((await redact('copy')).stderr).toMatch(line);
  expect((await redact('-')).stderr).not.toMatch(line);
});

/** How each kind of input with secrets is made in a directory, and its name. */
const inputs: Readonly<Record<string, (directory: string) => string | Promise<string>>> = {
  ...Object.fromEntries(
    formats.map((format) => [`an archive as ${format}`, (directory: string) => collected(directory, format)]),
  ),
  'an archive of insights-core': (directory) =>
    packed(directory, 'insights.tar.gz', {
      'insights_archive.txt': '',
      ...Object.fromEntries(Object.entries(plantedFiles).map(([path, content]) => [`data/${path}`, content])),
    }),
  'a sos report': (directory) =>
    packed(directory, 'sos.tar.xz', { ...plantedFiles, 'sos_commands/kernel/lsmod': plantedText }),
  'a plain tar': (directory) => packed(directory, 'host.tar', plantedFiles),
  'a tar by zstd': (directory) => packed(directory, 'host.tar.zst', plantedFiles),
  'a directory': (directory) => {
    writeFiles(join(directory, 'host'), plantedFiles);
    return 'host';
  },
  'a file': (directory) => written(directory, 'app.conf', plantedText),
  'a file in gzip': (directory) => written(directory, 'app.conf.gz', gzipSync(plantedText)),
};

async function collected(directory: string, format: string): Promise<string> {
  const root = temporaryDirectory();
  writeFiles(root, plantedFiles);
  const name = `ours.${format}`;
  const { status } = await runInProcess(
    [
      ...['collect', '--root', root, '--domain', 'kernel,networking', '--keep-secrets'],
      ...['--format', format, '--output', name],
    ],
    { cwd: directory },
  );
  expect(status).toBe(0);
  return name;
}

function packed(
  directory: string,
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  tarOfFiles(files, join(directory, name));
  return name;
}

function written(directory: string, name: string, content: Uint8Array): string {
  writeFileSync(join(directory, name), content);
  return name;
}

/** The programs that make an input. */
const programs: Readonly<Record<string, string>> = { 'a sos report': 'xz', 'a tar by zstd': 'zstd' };

describe.each(Object.entries(inputs))('%s', (kind, make) => {
  needs(...(programs[kind] === undefined ? [] : [programs[kind]]))(
    'has secrets before and none after',
    async () => {
      const cwd = temporaryDirectory();
      const input = await make(cwd);
      const output = input.replace(/^\w+/, 'clean').replace(/\.(xz|zst)$/, '.gz');
      const before = everythingIn(join(cwd, input));
      expect(leakedIn(before).length).toBeGreaterThan(5);
      const bytesBefore = kind.includes('director') ? undefined : readFileSync(join(cwd, input));

      const found = await runInProcess(['check-secrets', input], { cwd });
      expect(found).toMatchObject({ status: 1, stderr: '' });
      const redacted = await runInProcess(['redact', input, '--output', output], { cwd });
      expect(redacted).toMatchObject({ status: 0, stderr: '' });
      expect(redacted.stdout).toMatch(/^\d+ secrets masked in \d+ of \d+ files?\n/);
      expect(redacted.stdout.trimEnd().split('\n').at(-1)).toBe(join(cwd, output));
      const checked = await runInProcess(['check-secrets', output], { cwd });
      expect(checked).toMatchObject({ status: 0, stderr: '' });
      const shown = await runInProcess(['show-redactions', output], { cwd });
      expect(shown.stdout).toMatch(/: \d+ secrets masked in \d+ (file|spec)s?\n/);

      expect(leakedIn(everythingIn(join(cwd, output)))).toEqual([]);
      expect(leakedIn([found, redacted, checked, shown].map(({ stdout }) => stdout).join('\n'))).toEqual([]);
      expect(everythingIn(join(cwd, output))).toContain('harmless');
      if (bytesBefore) expect(readFileSync(join(cwd, input)).equals(bytesBefore)).toBe(true);
      expect(readdirSync(cwd).sort()).toEqual([input, output].sort());
      if (kind.startsWith('an archive as '))
        expect(await runInProcess(['verify', output], { cwd })).toMatchObject({ status: 0, stderr: '' });
    },
  );
});

describe('standard input', () => {
  const piped = (input: string | Uint8Array, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      input,
      cwd: temporaryDirectory(),
      encoding: 'latin1',
    });
    return { status, stdout, stderr };
  };

  test('is masked on its way to standard output', () => {
    const { status, stdout, stderr } = piped(plantedText, 'redact', '-', '--output', '-');
    expect(status).toBe(0);
    expect(leakedIn(stdout + stderr)).toEqual([]);
    const masks = /__secret_\w+?_[0-9a-f]{8}__/g;
    expect(stdout.match(masks)?.length).toBe(8);
    const harmless = (text: string) => text.split('\n').filter((line) => line === 'harmless line').length;
    expect(harmless(stdout)).toBe(harmless(plantedText.toString()));
    expect(stderr).toMatch(/^8 secrets masked in 1 of 1 file\n/);
    expect(stderr).toContain('\nNames and addresses were not mapped.\n');
    expect(piped(stdout, 'check-secrets', '-')).toMatchObject({ status: 0, stderr: '' });
    expect(piped(plantedText, 'check-secrets', '-').status).toBe(1);
  });

  test('can be an archive', () => {
    const cwd = temporaryDirectory();
    const input = readFileSync(join(cwd, packed(cwd, 'host.tar.gz', plantedFiles)));
    expect(piped(input, 'check-secrets', '-').status).toBe(1);
    const path = join(cwd, 'out.tar');
    expect(piped(input, 'redact', '-', '--output', path)).toMatchObject({ status: 0, stderr: '' });
    expect(leakedIn(everythingIn(path))).toEqual([]);
    const refused = piped(input, 'redact', '-', '--output', '-');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('only a single file, a stream or NDJSON goes to a stream');
  });

  test('NDJSON goes through', async () => {
    const cwd = temporaryDirectory();
    const input = readFileSync(join(cwd, await collected(cwd, 'ndjson')));
    const { status, stdout } = piped(input, 'redact', '-', '--output', '-');
    expect(status).toBe(0);
    expect(leakedIn(stdout)).toEqual([]);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).type)
        .at(-1),
    ).toBe('summary');
  });
});

test('equal secrets have equal masks in all copies with a key', async () => {
  const cwd = temporaryDirectory();
  written(cwd, 'a', plantedText);
  const masksWith = async (name: string, ...more: string[]): Promise<string> => {
    expect((await runInProcess(['redact', 'a', '--output', name, ...more], { cwd })).status).toBe(0);
    return readFileSync(join(cwd, name), 'latin1');
  };
  expect(await masksWith('b', '--key', 'key')).toBe(await masksWith('c', '--key', 'key'));
  expect(await masksWith('d')).not.toBe(await masksWith('e'));
});

test('an output is needed, and replaces nothing but on request', async () => {
  const cwd = temporaryDirectory();
  written(cwd, 'a', plantedText);
  written(cwd, 'b', Buffer.from('mine'));
  expect(await runInProcess(['redact', 'a'], { cwd })).toMatchObject({
    status: 2,
    stderr: 'hostspec: --output is needed; allowed: the path of the copy, or - for standard output\n',
  });
  const { status, stderr } = await runInProcess(['redact', 'a', '--output', 'b'], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain('any file with --force');
  expect(readFileSync(join(cwd, 'b'), 'utf8')).toBe('mine');
  expect((await runInProcess(['redact', 'a', '--output', 'b', '--force'], { cwd })).status).toBe(0);
  expect((await runInProcess(['redact', 'a', '--output', 'a', '--force'], { cwd })).stderr).toContain(
    'is the input',
  );
});

test('an error shows no secret of a name', async () => {
  const cwd = temporaryDirectory();
  const [canary, line] = plantedSecrets.name;
  const cut = gzipSync('x'.repeat(1000)).subarray(0, 20);
  packed(cwd, 'a.tar', { [`${line}.gz`]: cut });
  written(cwd, `${line}.gz`, cut);
  for (const args of [
    ['redact', 'a.tar', '--output', 'b.tar'],
    ['check-secrets', 'a.tar'],
    ['check-secrets', `${line}.gz`],
    ['check-secrets', `${line}.xz`],
  ]) {
    const { stdout, stderr } = await runInProcess(args, { cwd });
    expect(stdout + stderr).toContain('__secret_');
    expect(stdout + stderr).not.toContain(canary);
  }
});

/** Starts to redact a large file, until the first of the copy is there. */
const startLargeCopy = async () => {
  const cwd = temporaryDirectory();
  writeFileSync(
    join(cwd, 'a'),
    Buffer.alloc(64 * 1024 * 1024, 'db_password = Quiet7Harbour and more of it\n'),
  );
  const started = startHostspec(['redact', 'a', '--output', 'b'], { cwd });
  while (readdirSync(cwd).length < 2 && started.child.exitCode === null) await setTimeout(2);
  return { cwd, ...started };
};

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves nothing behind', async (signal) => {
  const { cwd, child, ended } = await startLargeCopy();
  child.kill(signal);
  const { status } = await ended;
  expect(status).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal]);
  expect(readdirSync(cwd)).toEqual(['a']);
  expect(existsSync(join(cwd, 'b'))).toBe(false);
});

test('SIGKILL leaves nothing that looks complete, and no secret', async () => {
  const { cwd, child, ended } = await startLargeCopy();
  await setTimeout(100);
  child.kill('SIGKILL');
  await ended;
  const [rest = '', ...others] = readdirSync(cwd).filter((name) => name !== 'a');
  expect(others).toEqual([]);
  expect(rest).toMatch(/^\.b\.[0-9a-f]{12}\.partial$/);
  expect(leakedIn(everythingIn(join(cwd, rest)))).toEqual([]);
});
