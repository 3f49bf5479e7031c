import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, hostspec, withoutNetwork } from '../testing/cli.js';
import { ok, runInProcess } from '../testing/in-process.js';

describe('finish', () => {
  const collectorKilledAt = (cwd: string, output: string, format: string): string => {
    // A slow command keeps the run open until hostspec is killed.
    const catalog = directoryOf({
      'c.yaml': `
add:
  hosts: {type: simple_file, path: /etc/hosts, doc: x}
  slow: {type: simple_command, command: /bin/sleep 60, timeout: 60, doc: x}
`,
    });
    const script = `"$@" & pid=$!
      until grep -qs '"outcome"' .*.partial/journal.ndjson ${output}/.*.partial/journal.ndjson; do sleep 0.05; done
      kill -9 $pid; wait $pid 2>/dev/null; exit 0`;
    const args = ['collect', '--catalog', join(catalog, 'c.yaml'), '--output', output, '--format', format];
    hostspec(args, { cwd, before: [...withoutNetwork, 'sh', '-c', script, 'sh'] });
    return readdirSync(cwd).find((name) => name.endsWith('.partial')) ?? '';
  };

  test('builds the archive of a run that was killed', async () => {
    const cwd = temporaryDirectory();
    const left = collectorKilledAt(cwd, 'x.tar.gz', 'tar.gz');
    expect(readdirSync(cwd)).toEqual([left]);
    const hint = await runInProcess(['finish', '.'], { cwd });
    expect(hint).toMatchObject({ status: 2, stdout: '' });
    expect(hint.stderr).toContain(`is not a work directory; name one of those in it: ${left}`);
    const catalog = directoryOf({ 'c.yaml': 'add: {hosts: {type: simple_file, path: /etc/hosts, doc: x}}' });
    const again = ['collect', '--catalog', join(catalog, 'c.yaml'), '--output', 'y.tar.gz'];
    expect(hostspec(again, { cwd, before: withoutNetwork }).stdout).toContain(
      `To complete it:\n  hostspec finish ${cwd}/${left}\n`,
    );
    rmSync(join(cwd, 'y.tar.gz'));
    expect(await runInProcess(['finish', left], { cwd })).toEqual({
      status: 0,
      stdout: `${cwd}/x.tar.gz\n`,
      stderr: '',
    });
    expect(readdirSync(cwd)).toEqual(['x.tar.gz']);
    expect(await runInProcess(['verify', 'x.tar.gz'], { cwd })).toMatchObject({
      status: 4,
      stdout: expect.stringContaining('the collecting process ended without completing the archive\n'),
    });
    const list = await ok('read', join(cwd, 'x.tar.gz'));
    expect(list).toMatch(/^hosts +collected/m);
    expect(list).toMatch(/^slow +skipped/m);
  });

  test('uses another format and another path', async () => {
    const cwd = temporaryDirectory();
    const left = collectorKilledAt(cwd, 'x.tar.gz', 'tar.gz');
    const args = ['finish', left, '--format', 'directory', '--output', 'y'];
    expect(await runInProcess(args, { cwd })).toEqual({ status: 0, stdout: `${cwd}/y\n`, stderr: '' });
    expect(readFileSync(join(cwd, 'y/data/etc/hosts'))).toEqual(readFileSync('/etc/hosts'));
  });

  test('needs another path if that of the run is taken', async () => {
    const cwd = temporaryDirectory();
    const left = collectorKilledAt(cwd, 'x.tar.gz', 'tar.gz');
    writeFileSync(join(cwd, 'x.tar.gz'), '');
    expect(await runInProcess(['finish', left], { cwd })).toMatchObject({
      status: 2,
      stderr: `hostspec: --output is not given, and ${cwd}/x.tar.gz already exists; give another path with --output\n`,
    });
  });

  test('rejects a path that is not a work directory', async () => {
    const none = temporaryDirectory();
    for (const mode of [0o700, 0o755]) {
      chmodSync(none, mode);
      expect(await runInProcess(['finish', '.'], { cwd: none })).toEqual({
        status: 1,
        stdout: '',
        stderr: `hostspec: cannot complete ${none}: it is not a work directory, which a run that was killed leaves behind as .NAME.RANDOM.partial\n`,
      });
    }
    expect(await runInProcess(['finish', '/nix'])).toMatchObject({ status: 1, stdout: '' });
  });
});
