import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { directoryOf, fakeRoot, hostspec } from '../testing/cli.js';
import { runInProcess } from '../testing/in-process.js';

describe('the path of an archive', () => {
  const files = { 'a/manifest.json': '{}', 'a/insights_commands/hostname': 'a\n', 'b/sos_commands/x': 'b\n' };

  const failed = async (cwd: string, ...args: string[]): Promise<readonly [number | null, string]> => {
    const { status, stdout, stderr } = await runInProcess(args, { cwd });
    expect(stdout).toBe('');
    expect(stderr.trimEnd()).not.toContain('\n');
    return [status, stderr];
  };

  const made = () => [
    'collect',
    '--in-process',
    '--root',
    directoryOf({ 'etc/hosts': 'x' }),
    '--only',
    'hosts',
  ];

  describe.each(['summary', 'report', 'read', 'verify', 'shell', 'check-secrets'])('%s', (command) => {
    test('says that a URL must be downloaded first', async () => {
      const [status, stderr] = await failed(directoryOf(files), command, 'https://example.org/a.tar.gz');
      expect(status).toBe(2);
      expect(stderr).toBe(
        'hostspec: "https://example.org/a.tar.gz" is a URL, and hostspec reads files; download it, and give the path of the file\n',
      );
    });
  });

  test.each([
    ['diff', 'a', 'b', 'a'],
    ['report', 'a', 'b', 'b'],
  ])('%s with one archive too many says what to do', async (...args) => {
    const [status, stderr] = await failed(directoryOf(files), ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'is one archive too many for hostspec ' +
        `${args[0]}; run it once for each archive, or compare two of them with hostspec diff or hostspec report\n`,
    );
    // What is not there is a mistake of another kind.
    expect((await failed(directoryOf(files), ...args.slice(0, -1), 'nothing'))[1]).toContain(
      'unexpected argument "nothing"',
    );
  });

  test('read with an archive in place of a spec says so', async () => {
    const cwd = directoryOf({ 'b.tar.gz': 'x' });
    expect((await runInProcess([...made(), '--output', 'a.tar.gz'], { cwd })).status).toBe(0);
    const [status, stderr] = await failed(cwd, 'read', 'a.tar.gz', 'b.tar.gz');
    expect(status).toBe(2);
    expect(stderr).toContain(
      '"b.tar.gz" is not a spec but a file; to read several archives, run it once for each',
    );
  });

  test('read with a spec in place of the archive says which comes first', async () => {
    const cwd = directoryOf({ 'a.tar.gz': 'x' });
    expect(await failed(cwd, 'read', 'hosts', 'a.tar.gz')).toEqual([
      2,
      'hostspec: a.tar.gz is a file, and hosts is not there; the archive comes first: hostspec read ARCHIVE SPEC\n',
    ]);
  });

  test('a file that is cut, and a zip file, are called that', async () => {
    const cwd = directoryOf({ 'host.zip': 'PK\x03\x04\x14' });
    expect((await runInProcess([...made(), '--output', 'a.tar.gz'], { cwd })).status).toBe(0);
    writeFileSync(join(cwd, 'cut.tar.gz'), readFileSync(join(cwd, 'a.tar.gz')).subarray(0, -200));
    expect((await failed(cwd, 'summary', 'cut.tar.gz'))[1]).toContain(
      'cut.tar.gz: it is truncated: its end is missing; copy or download it again\n',
    );
    expect((await failed(cwd, 'summary', 'host.zip'))[1]).toContain(
      'host.zip: it is a zip file; unpack it, and give the directory\n',
    );
  });
});

describe('each path of a pattern', () => {
  /** A directory with archives at these paths. */
  function runsOf(...paths: readonly string[]): string {
    const cwd = temporaryDirectory();
    const args = ['collect', '--root', fakeRoot(), '--only', 'hosts', '--quiet'];
    hostspec([...args, '--output', join(cwd, 'first.tar.gz')]);
    for (const path of paths) {
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      cpSync(join(cwd, 'first.tar.gz'), join(cwd, path));
    }
    rmSync(join(cwd, 'first.tar.gz'));
    return cwd;
  }

  test('the directory of a run over hosts names its archives, and no other directory does', async () => {
    const cwd = runsOf('run/b.tar.gz', 'run/a.tar.gz', 'run/b/c.tar.gz');
    const names = async () => {
      const { status, stdout } = await runInProcess(['verify', 'run'], { cwd });
      return { status, names: stdout.split('\n').map((line) => line.split(':')[0]) };
    };
    expect((await names()).status).toBe(1);
    writeFileSync(join(cwd, 'run/hosts.ndjson'), '');
    expect(await names()).toEqual({ status: 0, names: ['run/a.tar.gz', 'run/b.tar.gz', ''] });
    const ndjson = ['--only', 'hosts', '--format', 'ndjson', '--output', 'run/c.ndjson'];
    expect((await runInProcess(['collect', '--root', fakeRoot(), ...ndjson], { cwd })).status).toBe(0);
    expect((await names()).names).toEqual(['run/a.tar.gz', 'run/b.tar.gz', 'run/c.ndjson', '']);
    mkdirSync(join(cwd, 'none'));
    writeFileSync(join(cwd, 'none/hosts.ndjson'), '');
    const { status, stderr } = await runInProcess(['verify', 'none'], { cwd });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('none has no archive of a host'),
    });
  });

  test('the hosts of a run that have no archive are named, and count as a failure', async () => {
    const cwd = runsOf('run/a.tar.gz');
    const lines = [
      { name: 'a', outcome: 'collected', archive: 'a.tar.gz', seconds: 1 },
      { name: 'b\x1b[2J', outcome: 'failed', reason: 'no route\nto host', seconds: 1 },
      { name: 'c', outcome: 'failed', seconds: 1 },
    ];
    const write = (text: string) => writeFileSync(join(cwd, 'run/hosts.ndjson'), text);
    write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const said = 'hostspec: b\\x1b[2J was not collected: no route to host\nhostspec: c was not collected\n';
    for (const verb of ['verify', 'summary', 'report', 'check'])
      expect(await runInProcess([verb, 'run'], { cwd })).toMatchObject({ status: 1, stderr: said });
    const { stdout } = await runInProcess(['check', 'run', '--json'], { cwd });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { host: 'b\x1b[2J', error: { message: 'no route\nto host' } },
      { host: 'c' },
      { archive: join(cwd, 'run/a.tar.gz') },
    ]);
    expect(stdout).toContain('{"host":"c","error":{"message":"not collected"}}\n');
    write('{"name":"c","outcome":"failed","reason":{}}\n');
    expect(await runInProcess(['verify', 'run'], { cwd })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('run/a.tar.gz: complete'),
      stderr: `hostspec: ${cwd}/run/hosts.ndjson:1 is not a line about a host\n`,
    });
  });

  describe('an argument that is a pattern', () => {
    test('names all that it matches, in order, each once', async () => {
      const cwd = runsOf('runs/b.tar.gz', 'runs/a/1.tar.gz', 'other.txt');
      const { status, stdout } = await runInProcess(['verify', 'runs/**/*.tar.gz', 'runs/b.tar.gz'], { cwd });
      expect({ status, names: stdout.split('\n').map((line) => line.split(':')[0]) }).toEqual({
        status: 0,
        names: ['runs/a/1.tar.gz', 'runs/b.tar.gz', ''],
      });
    });

    test('is a path if there is one', async () => {
      const cwd = runsOf('[ab].tar.gz', 'a.tar.gz');
      const { stdout } = await runInProcess(['verify', '[ab].tar.gz'], { cwd });
      expect(stdout).toMatch(/^\[ab\]\.tar\.gz: complete[^\n]*\n$/);
    });

    test.each(['verify', 'summary', 'report', 'catalog check'])('that matches nothing: %s', async (name) => {
      const { status, stdout, stderr } = await runInProcess([...name.split(' '), 'runs/*.tgz'], {
        cwd: temporaryDirectory(),
      });
      expect({ status, stdout, stderr }).toEqual({
        status: 2,
        stdout: '',
        stderr:
          'hostspec: "runs/*.tgz" is not a path, and as a pattern it matches nothing; allowed: a path, or a pattern such as \'runs/**/*.tar.gz\'\n',
      });
    });

    test('follows no link to a directory, and never means standard input', async () => {
      const cwd = runsOf('runs/a.tar.gz');
      symlinkSync('.', join(cwd, 'runs/loop'));
      writeFileSync(join(cwd, '-'), 'mine');
      const { stdout } = await runInProcess(['verify', 'runs/**/*.tar.gz'], { cwd });
      expect(stdout).toMatch(/^runs\/a\.tar\.gz: [^\n]*\n$/);
      const { status, stderr } = await runInProcess(['verify', '[-]'], { cwd });
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('/-') });
    });

    test('does not stop at an archive that is broken, and the worst status counts', async () => {
      const cwd = runsOf('a.tar.gz', 'c.tar.gz');
      writeFileSync(join(cwd, 'b.tar.gz'), 'no archive');
      const { status, stdout, stderr } = await runInProcess(['verify', '?.tar.gz', '--json'], { cwd });
      expect(stdout.trimEnd().split('\n')).toHaveLength(2);
      expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
        status: 1,
        lines: [expect.stringContaining('b.tar.gz')],
      });
    });
  });

  test('summary says which archive each part is of', async () => {
    const cwd = runsOf('a.tar.gz', 'b.tar.gz');
    const { stdout } = await runInProcess(['summary', '*.tar.gz'], { cwd });
    expect(stdout.match(/^[ab]\.tar\.gz$/gm)).toEqual(['a.tar.gz', 'b.tar.gz']);
    const json = (await runInProcess(['summary', '*.tar.gz', '--json'], { cwd })).stdout
      .trimEnd()
      .split('\n');
    expect(json.map((line) => JSON.parse(line).archive)).toEqual([
      join(cwd, 'a.tar.gz'),
      join(cwd, 'b.tar.gz'),
    ]);
  });

  test('report writes a page for each archive, and one to --output only for one', async () => {
    const cwd = runsOf('runs/a.tar.gz');
    expect(await runInProcess(['report', 'runs/*'], { cwd })).toMatchObject({
      status: 0,
      stdout: `${cwd}/web1.example.html\n`,
    });
    expect(
      (await runInProcess(['report', 'r*/a.*', 'runs/?.tar.gz', '--output', 'c.html'], { cwd })).status,
    ).toBe(0);
    cpSync(join(cwd, 'runs/a.tar.gz'), join(cwd, 'runs/b.tar.gz'));
    for (const args of [
      ['runs/*', '--output', 'x.html'],
      ['runs/*', 'runs/a.tar.gz'],
    ])
      expect(await runInProcess(['report', ...args], { cwd })).toMatchObject({
        status: 2,
        stderr: 'hostspec: "runs/*" matches 2 paths; allowed here: one, such as runs/a.tar.gz\n',
      });
  });

  test('catalog check checks each file', async () => {
    const good = 'name: own\nversion: 1.0.0\nadd:\n  motd: { type: simple_file, path: /etc/motd, doc: x }\n';
    const cwd = directoryOf({ 'specs/a.yaml': good, 'specs/b/c.yaml': 'name: 1\n', 'specs/d.yaml': good });
    const { status, stdout, stderr } = await runInProcess(['catalog', 'check', 'specs/**/*.yaml'], { cwd });
    expect({ status, files: stdout.match(/^[^:]+/gm) }).toEqual({
      status: 2,
      files: ['specs/a.yaml', 'specs/d.yaml'],
    });
    expect(stderr).toContain('specs/b/c.yaml:1:');
  });
});
