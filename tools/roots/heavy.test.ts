import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '@hostspec/archive';
import { itNeeds } from '@hostspec/testing';
import { expect } from 'vitest';
import { hostspec } from '../../packages/cli/src/testing/cli.js';
import {
  debianRoot,
  inside,
  lackingForRoots,
  type RootChange,
  serverPackages,
  withJournal,
} from '../../packages/cli/src/testing/roots.js';
import { temporaryDirectory } from '../test/folder.js';
import { measuredMemory } from '../test/memory.js';

const megabytes = 1e6;
const day = 86_400_000;

/** Texts of lines. The numbers in them are what does not repeat in real logs. */
const texts = [
  (n: number) =>
    `sshd[${n % 30_000}]: Accepted publickey for deploy from 10.0.${n % 256}.7 port ${n % 65_536} ssh2`,
  (n: number) => `nginx[812]: 10.1.${n % 256}.9 "GET /api/items/${n} HTTP/1.1" 200 ${n % 9973}`,
  (n: number) =>
    `app[${n % 400}]: level=info msg="request finished" id=${n.toString(16)} duration=${n % 997}ms`,
  (n: number) => `kernel: [${n}.${n % 1000}] eth0: link becomes ready`,
  (n: number) => `CRON[${n % 30_000}]: (root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.hourly)`,
];

/** Lines of a log between two times, in pieces of one minute or more, with `bytes` in all. */
function* linesOf(bytes: number, from: number, to: number): Generator<string> {
  const pieces = Math.min(10_000, Math.round((to - from) / 60_000));
  let count = 0;
  let given = 0;
  for (let piece = 0; piece < pieces; piece++) {
    const time = new Date(from + ((to - from) * piece) / pieces).toISOString().replace('Z', '000+00:00');
    const end = (bytes * (piece + 1)) / pieces;
    const lines: string[] = [];
    for (; given < end; count++) {
      const line = `${time} web1 ${texts[count % texts.length]?.((count * 7919) % 1_000_003)}\n`;
      lines.push(line);
      given += line.length;
    }
    yield lines.join('');
  }
}

/** Writes a log whose last line has the time `to`. */
function writeLog(path: string, bytes: number, from: number, to: number): void {
  const fd = openSync(path, 'w');
  for (const piece of linesOf(bytes, from, to)) writeSync(fd, piece);
  closeSync(fd);
  utimesSync(path, to / 1000, to / 1000);
}

/** The files of each log, the newest first: what is added to its name, and how it is packed. */
const files = [
  ['', []],
  ['.1', []],
  ['.2', ['gzip', '-1']],
  ['.3', ['xz', '-0']],
] as const;

/** Megabytes of these files. Of the kernel's log, there is so little that packed files are read too. */
const logs = {
  syslog: [170, 170, 40, 40],
  'auth.log': [130, 130, 40, 40],
  'kern.log': [1, 1, 2, 40],
  'user.log': [80, 80, 40, 40],
  'mail.log': [100, 100, 40, 40],
};

/** Makes 1 GB of logs in a directory. They are rotated every second day. */
function writeLogs(directory: string): void {
  const now = Date.now() - 60_000;
  for (const [name, sizes] of Object.entries(logs))
    for (const [age, [suffix, packing]] of files.entries()) {
      const path = join(directory, `${name}${suffix}`);
      const to = now - age * 2 * day;
      writeLog(path, (sizes[age] ?? 0) * megabytes, to - 2 * day, to);
      const [program, ...options] = packing;
      if (program !== undefined) expect(spawnSync(program, [...options, path]).status).toBe(0);
    }
}

const entries = 200_000;

/** Steps that put logs into a root, which then keeps its journal there. */
const withLogs =
  (directory: string): RootChange =>
  (root) => [
    `mount --bind ${directory} ${root}/var/log`,
    `mkdir -p ${root}/etc/systemd/journald.conf.d ${root}/var/log/journal`,
    `printf '[Journal]\\nSystemMaxUse=1G\\nRateLimitIntervalSec=0\\n' > ${root}/etc/systemd/journald.conf.d/all.conf`,
  ];

/** Steps that give the journal of a root many entries. */
const withEntries: RootChange = (root) => [
  ...withJournal(root),
  `chroot ${root} journalctl --flush`,
  `head -n ${entries} ${root}/var/log/syslog.1 | cut -d ' ' -f 3- | chroot ${root} systemd-cat -t web -p warning`,
  `chroot ${root} journalctl --sync`,
];

/** Collects through a command that starts a shell. Returns the size of the archive, and the memory of the command. */
function used(via: string, ...args: readonly string[]) {
  const place = temporaryDirectory();
  const archive = join(place, 'a.tar.gz');
  const memory = measuredMemory(place);
  const { status, stderr } = hostspec(
    ['collect', '--via', via, '--output', archive, '--quiet', '--timeout', '60', ...args],
    { env: memory.env },
  );
  expect([status, stderr]).toEqual([0, '']);
  return {
    archive,
    packed: statSync(archive).size / megabytes,
    memory: memory.peak() / megabytes,
  };
}

const root = debianRoot('bookworm', serverPackages);
const lacking = lackingForRoots.length > 0 ? lackingForRoots.join(', ') : 'a root of Debian 12';

itNeeds(lacking, root !== undefined)(
  'a server with 1 GB of logs, rotated and packed, and a long journal is collected in 25 MB, its last hour in 2 MB',
  () => {
    const directory = join(temporaryDirectory(), 'log');
    mkdirSync(directory);
    writeLogs(directory);
    const { archive, ...all } = used(inside(root ?? '', withLogs(directory), withEntries));
    const lastHour = used(inside(root ?? '', withLogs(directory)), '--since', '-1h');
    const minimal = used(inside(root ?? '', withLogs(directory)), '--profile', 'minimal');
    expect([all.packed <= 25, all.memory <= 128, all]).toEqual([true, true, all]);
    expect(lastHour.packed).toBeLessThanOrEqual(2);
    expect(minimal.packed).toBeLessThanOrEqual(2);

    const { stdout } = spawnSync('tar', ['-xzOf', archive, '--wildcards', '*/manifest.json'], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const { outcomes }: Manifest = JSON.parse(stdout);
    const of = (name: string) => outcomes.find((outcome) => outcome.name === name);
    expect(of('syslog')).toMatchObject({
      status: 'truncated',
      reason: expect.stringMatching(/newest .* of 162 MiB/),
    });
    expect(of('journal_recent')?.status).toBe('truncated');
    const packed = of('kern_log')?.items.flatMap((item) => item.packed?.format ?? []);
    expect(packed).toEqual(['gzip', 'xz']);
    const missed = outcomes.filter(({ status }) => ['failed', 'timed out'].includes(status));
    expect(missed.map(({ name, reason }) => [name, reason])).toEqual([]);
  },
  900_000,
);
