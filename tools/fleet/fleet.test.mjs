import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@hostspec/testing';
import { beforeEach, describe, expect } from 'vitest';
import { temporaryDirectory } from '../test/folder.ts';
import { root } from '../workspace/root.mjs';
import { sshHosts, sshNeeds } from './ssh-hosts.mjs';

const bin = join(root, 'packages/cli/bin/hostspec.cjs');
const withHosts = needs(...sshNeeds, join(root, 'packages/runner/npm/linux-x64/hostspec-runner'));

let folder;
beforeEach(() => {
  folder = temporaryDirectory();
});

const commandOf = (inventory, args) => {
  writeFileSync(join(folder, 'hosts'), inventory);
  const [program, ...words] = sshHosts(folder);
  const all = ['collect', '--hosts', 'hosts', '--output', 'out', '--only', 'cmdline,hostname', ...args];
  return [program, [...words, process.execPath, bin, ...all], { cwd: folder, encoding: 'utf8' }];
};
const collect = (inventory, ...args) => spawnSync(...commandOf(inventory, args));
const linesOf = () =>
  Object.fromEntries(
    readFileSync(join(folder, 'out/hosts.ndjson'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((line) => [line.name, line]),
  );

describe('a fleet over ssh', () => {
  withHosts('is collected by name, address, user and port', () => {
    const hostvars = { web5: { ansible_port: 2200, ansible_user: 'root' }, '::1': { ansible_port: 22 } };
    const hosts = ['web1', 'web2', 'root@web3', 'ssh://root@web4:2200'];
    const { status, stderr } = collect(JSON.stringify({ _meta: { hostvars }, ungrouped: { hosts } }));
    expect({ status, failed: stderr.split('\n').filter((line) => / failed/.test(line)) }).toEqual({
      status: 0,
      failed: [],
    });
    expect(Object.keys(linesOf()).sort()).toEqual([
      '::1',
      'root@web3',
      'ssh://root@web4:2200',
      'web1',
      'web2',
      'web5',
    ]);
    for (const { archive } of Object.values(linesOf()))
      expect(spawnSync(process.execPath, [bin, 'verify', join(folder, 'out', archive)]).status).toBe(0);
  });

  withHosts('a connection that ssh keeps is used again, and not waited for', () => {
    const { status, stderr } = collect('shared1\nshared2\n', '--parallel', '1');
    expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
      status: 0,
      lines: ['shared1', 'shared2'].map((name) => expect.stringMatching(`^${name}: collected, 2 items, `)),
    });
    expect(readdirSync(folder).filter((name) => /^[0-9a-f]{40}$/.test(name))).toHaveLength(1);
  });

  withHosts(
    'hosts that refuse, hang or have another key get one sentence, and the others are collected',
    () => {
      const { status } = collect(
        'hung1\nhung2\nhung3\nrefused\nstranger\ngood1\ngood2\ngood3\ngood4\n',
        '--parallel',
        '4',
        '--max-time',
        '8',
      );
      expect(status).toBe(1);
      const lines = linesOf();
      expect(lines).toMatchObject({
        hung1: {
          outcome: 'failed',
          reason: 'the run reached its time limit of 8 s, before the host answered',
        },
        hung3: { outcome: 'failed' },
        refused: { outcome: 'failed', reason: expect.stringContaining('Connection refused') },
        stranger: { outcome: 'failed', reason: expect.stringContaining('host key') },
      });
      for (const name of ['good1', 'good4'])
        expect(lines[name]).toMatchObject({ name, outcome: 'collected' });
      expect(
        Object.values(lines)
          .map(({ reason = '' }) => reason)
          .join(''),
      ).not.toContain('\n');
      expect(readdirSync(join(folder, 'out')).sort()).toEqual([
        'good1.tar.gz',
        'good2.tar.gz',
        'good3.tar.gz',
        'good4.tar.gz',
        'hosts.ndjson',
      ]);
    },
  );

  withHosts('can be interrupted while hosts hang, and --resume collects the rest', async () => {
    const child = spawn(
      ...commandOf('good1\nhung1\nhung2\ngood2\ngood3\ngood4\ngood5\n', ['--parallel', '2']),
    );
    let said = '';
    const ended = new Promise((resolve) => child.on('close', resolve));
    const isHanging = new Promise((resolve) =>
      child.stderr.on('data', (text) => {
        said += text;
        if (said.includes('good1: collected')) resolve();
      }),
    );
    await isHanging;
    // The command replaced the script that entered the namespaces; a signal to its parent would not reach it.
    const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    process.kill(Number(inside), 'SIGINT');
    await ended;
    expect(said).toContain(
      'SIGINT: completing the archives of the hosts that are running; no more are started',
    );
    const before = linesOf();
    expect(before).toMatchObject({
      good1: { outcome: 'collected' },
      hung1: { outcome: 'failed', reason: 'interrupted by SIGINT, before the host answered' },
    });
    expect(before.good5).toBeUndefined();
    rmSync(join(folder, 'host'));
    rmSync(join(folder, 'user'));
    const { status, stdout } = collect('good1\ngood2\ngood3\ngood4\ngood5\n', '--resume');
    expect(stdout).toContain('5 of 5 hosts collected');
    expect({ status, good1: linesOf().good1 }).toEqual({ status: 0, good1: before.good1 });
  });
});
