import { copyFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchivesDirectory } from '@hostspec/archive';
import { type CollectingHost, hostError } from '@hostspec/spec';
import { needs } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { openHost } from '../hosts/host.js';
import { directoryOf, fakeRoot, hostspec } from '../testing/cli.js';
import { silentIo } from '../testing/in-process.js';
import { collectFleet } from './collect-fleet.js';
import { prepareCollecting } from './collect-one.js';
import type { HostState } from './fleet-progress.js';

/** Collects hosts whose roots are directories; returns the exit status. */
async function collected(
  cwd: string,
  roots: Readonly<Record<string, string>>,
  more: object,
): Promise<number> {
  writeFileSync(join(cwd, 'inv'), `${Object.keys(roots).join('\n')}\n`);
  const values = { hosts: 'inv', output: 'out', quiet: true, parallel: 1, ...more };
  return collectFleet(values, { ...silentIo, cwd }, () => async ({ name }) => {
    const { host, elsewhere } = await openHost({ root: roots[name] as string }, {}, silentIo);
    return { host, elsewhere, close: async () => {} };
  });
}

const root = (name: string): string =>
  fakeRoot({ 'etc/hostname': `${name}.example\n`, 'etc/hosts': `192.0.2.1 ${name}.example ${name}\n` });

test('the identity of each host is mapped in its own archive', async () => {
  const cwd = directoryOf({ key: `${'ab'.repeat(32)}\n` });
  renameSync(join(cwd, 'key'), join(cwd, 'plain'));
  writeFileSync(join(cwd, 'key'), readFileSync(join(cwd, 'plain')), { mode: 0o600 });
  const names = ['amberlantern', 'quietharbour'];
  const roots = Object.fromEntries(names.map((name) => [name, root(name)]));
  const more = { only: ['hosts'], map: ['host'], key: 'key', format: 'ndjson' };
  expect(await collected(cwd, roots, more)).toBe(0);
  for (const name of names) {
    const archive = readFileSync(join(cwd, `out/${name}.ndjson`), 'utf8');
    const [, ...lines] = archive.trimEnd().split('\n');
    expect(lines.join('\n')).toContain('192.0.2.1');
    expect(lines.join('\n')).not.toContain(`${name}.example`);
  }
});

test('a fleet with an archive that is incomplete is not done', async () => {
  const cwd = directoryOf({ inv: 'web1\n' });
  const { host, elsewhere } = await openHost({ root: root('web1') }, {}, silentIo);
  const values = { hosts: 'inv', output: 'out', quiet: true, only: ['hosts', 'cmdline'], 'max-time': 2 };
  let stop = (): void => {};
  const stuck: CollectingHost = {
    ...host,
    stop: async () => {
      stop();
      return 0;
    },
    readInto: (path, take, options) =>
      path === '/proc/cmdline'
        ? new Promise((_, reject) => {
            stop = () => reject(hostError('failed', 'ended'));
          })
        : host.readInto(path, take, options),
  };
  const open = async () => ({ host: stuck, elsewhere, close: async () => {} });
  expect(await collectFleet(values, { ...silentIo, cwd }, () => open)).toBe(1);
  const line = JSON.parse(readFileSync(join(cwd, 'out/hosts.ndjson'), 'utf8'));
  expect(line).toMatchObject({ name: 'web1', outcome: 'incomplete', archive: 'web1.tar.gz' });
});

test('--resume does not take a link for an archive', async () => {
  const cwd = temporaryDirectory();
  const roots = { web1: root('web1') };
  expect(await collected(cwd, roots, { only: ['hosts'] })).toBe(0);
  const archive = join(cwd, 'out/web1.tar.gz');
  copyFileSync(archive, join(cwd, 'elsewhere.tar.gz'));
  renameSync(archive, join(cwd, 'out/other.tar.gz'));
  symlinkSync('../elsewhere.tar.gz', archive);
  const before = readFileSync(join(cwd, 'elsewhere.tar.gz'));
  const output: string[] = [];
  writeFileSync(join(cwd, 'inv'), 'web1\n');
  const io = {
    ...silentIo,
    cwd,
    out: { write: (text: string | Uint8Array) => void output.push(String(text)) },
  };
  await collectFleet({ hosts: 'inv', output: 'out', only: ['hosts'], resume: true }, io, () => async () => {
    const { host, elsewhere } = await openHost({ root: roots.web1 }, {}, silentIo);
    return { host, elsewhere, close: async () => {} };
  });
  expect(output.join('')).not.toContain('collected before');
  expect(readFileSync(join(cwd, 'elsewhere.tar.gz')).equals(before)).toBe(true);
});

const secret = 'Amber9Lantern';
const catalog = JSON.stringify({
  name: 'site',
  add: {
    slow: { type: 'simple_command', command: `/usr/bin/env db_password=${secret} /bin/sleep 3`, doc: 'x' },
  },
});

test('what the progress of a fleet waits for is masked', async () => {
  const cwd = directoryOf({ 'site.json': catalog });
  const { host, elsewhere } = await openHost({ 'in-process': true }, {}, silentIo);
  const state: HostState = {};
  let seen: readonly string[] | undefined;
  const watched: CollectingHost = {
    ...host,
    runInto: async (argv, take, options) => {
      seen ??= argv.join(' ').includes(secret) ? state.longest?.(0) : undefined;
      return host.runInto(['/bin/true'], take, options);
    },
  };
  const collector = await prepareCollecting({ catalog: 'site.json', only: ['slow'] }, { ...silentIo, cwd });
  const directory = openArchivesDirectory('--output', join(cwd, 'out'));
  const collectOne = collector({
    directory,
    open: async () => ({ host: watched, elsewhere, close: async () => {} }),
    stateOf: () => state,
  });
  await collectOne({ name: 'web1', connection: { by: 'local' }, sudo: false }, new AbortController().signal);
  directory.close();
  expect(seen?.join()).toMatch(/^\/usr\/bin\/env db_password=__secret_/);
  expect(seen?.join()).not.toContain(secret);
});

needs('python3')('what the progress of one host waits for is masked on the terminal', () => {
  const cwd = directoryOf({ 'site.json': catalog });
  const onTerminal = [
    '/usr/bin/python3',
    '-c',
    'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))',
  ];
  const { stdout } = hostspec(['collect', '--catalog', 'site.json', '--only', 'slow'], {
    cwd,
    before: onTerminal,
  });
  expect(stdout).toContain('waiting for /usr/bin/env');
  expect(stdout).not.toContain(secret);
});
