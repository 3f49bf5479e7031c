import { openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { describe, expect, test } from 'vitest';
import {
  hostspecArchive,
  insightsArchive,
  type MadeSpec,
  shippedFindings,
  sosReport,
  specsOf,
} from '../testing/archives.js';
import { hostInTrouble } from '../testing/host-in-trouble.js';
import { summarize } from './summarize.js';
import { topics } from './topics.js';

async function linesOf(path: string): Promise<string[]> {
  const archive = await openArchive(path);
  const { sections } = await summarize(archive, await createArchiveHost(archive)).finally(archive.close);
  expect(sections.map(({ name }) => name)).toEqual(topics.map(({ name }) => name));
  for (const { facts } of sections) expect(facts).not.toEqual([]);
  return sections.flatMap(({ facts }) => facts.map(({ label, text }) => `${label}: ${text}`));
}

const ps = (...rows: readonly string[]): string =>
  `USER  PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\n${rows.map((row) => `${row}\n`).join('')}`;
const init = 'root 1 0.1 0.1 172000 14000 ? Ss Jun03 0:04 /sbin/init';
const kernel = 'root 2 0.0 0.0 0 0 ? S Jun03 0:00 [kthreadd]';

test('no section is ever empty: what is missing is named', async () => {
  const lines = await linesOf(hostspecArchive([{ name: 'hosts', source: '/etc/hosts', content: 'x' }]));
  for (const { subjects } of topics)
    for (const { what } of subjects) expect(lines.join('\n')).toContain(`no ${what}`);
  expect(lines).toContain('not known: no package list and no list of repositories was collected');
});

test('content without what it should say is not called missing', async () => {
  const lines = await linesOf(sosReport({ '/bin/systemctl list-units': 'System has not been booted\n' }));
  expect(lines).toContain('not known: no list of units was found in what was collected');
  expect(lines).toContain('not known: this kind of archive does not say what could not be collected');
});

describe('lines that insights-core filtered', () => {
  const filtered = {
    '/etc/hostname': 'h\n',
    '/bin/ps auxww': ps('root 77 0.0 0.0 10 90 ? S 10:00 0:00 grep -F COMMAND'),
    '/bin/dmesg': '[ 1.0] Linux version 5\n',
    '/var/log/messages': 'Jun  3 09:58:12 web01 app: x\nJun  3 10:00:02 web01 kernel: Linux version 5.14.0\n',
  };
  const claims = /^(?:processes|most memory|CPU since start|boot reason): /;

  test('support no count, no largest, no "none" and no reason', async () => {
    expect((await linesOf(sosReport(filtered))).filter((line) => claims.test(line))).toHaveLength(4);
    expect((await linesOf(insightsArchive(filtered))).filter((line) => claims.test(line))).toEqual([]);
  });

  test('also not after the archive was collected again', async () => {
    const again = hostspecArchive(specsOf(filtered), { collectedFrom: 'insights' });
    expect((await linesOf(again)).filter((line) => claims.test(line))).toEqual([]);
  });

  test('are replaced by a list of processes that is not filtered', async () => {
    const whole = ps(
      init,
      'root 2 0.0 0.0 0 0 ? S Jun03 0:00 kthreadd',
      'db 9 8.0 1 1 4096 ? S Jun03 9:00 db',
    );
    const lines = await linesOf(insightsArchive({ ...filtered, '/bin/ps auxcww': whole }));
    expect(lines).toContain('processes: 3');
    expect(lines).toContain('most memory: init 13.7 MiB, db 4.0 MiB, kthreadd 0 B');
  });
});

test.each([
  ['lines were left out', { masked: { line: 2 } }],
  ['the content was cut', { truncated: { reason: 'the first 10 bytes' } }],
])('if %s, what is left supports no count', async (reason, more) => {
  const contents = {
    '/bin/systemctl list-units': hostInTrouble['/bin/systemctl list-units'] ?? '',
    '/bin/df -alP -x autofs': hostInTrouble['/bin/df -alP -x autofs'] ?? '',
  };
  const specs = specsOf(contents).map((spec): MadeSpec => ({ ...spec, ...more }));
  const lines = await linesOf(hostspecArchive(specs));
  expect(lines.filter((line) => /^(?:units|file systems): /.test(line))).toEqual([]);
  expect(lines).toContain(`incomplete: ${reason}, so there can be more than is shown`);
});

test('of two logs, one that is a part supports no "none"', async () => {
  const contents = { '/bin/dmesg': '[ 1.0] quiet\n', '/var/log/messages': 'Jun  3 10:00:02 web01 app: x\n' };
  const openWith = async (partial: string) => {
    const specs = specsOf(contents).map((spec) =>
      spec.name === partial ? { ...spec, masked: { line: 1 } } : spec,
    );
    const archive = await openArchive(hostspecArchive(specs));
    const host = await createArchiveHost(archive);
    const { problems } = await summarize(archive, host, shippedFindings).finally(archive.close);
    return problems.undecided.find(({ id }) => id === 'kernel/killed_for_memory')?.needs;
  };
  expect(await openWith('nothing')).toBeUndefined();
  for (const partial of ['dmesg', 'messages'])
    expect(await openWith(partial)).toContainEqual({ spec: partial, why: 'lines were left out' });
});

describe('a container', () => {
  const contents = { '/bin/ps auxww': ps(init), '/etc/hostname': 'c\n' };
  const says = 'processors, load, memory, disks and kernel are those of the machine that it runs on';

  test('says that it is one, and what does not apply', async () => {
    const lines = await linesOf(hostspecArchive(specsOf(contents)));
    expect(lines).toContain(`container: yes; ${says}`);
    expect(lines).toContain('does not apply: a container has no list of units of its own');
    expect(lines).toContain('not known: no list of file systems was collected');
  });

  test('shows the file system of its root', async () => {
    const df =
      'Filesystem 1024-blocks Used Available Capacity Mounted on\noverlay 1024 512 512 50% /\nproc 0 0 0 - /proc\ndev 1024 0 1024 0% /dev\n';
    const lines = await linesOf(hostspecArchive(specsOf({ ...contents, '/bin/df -alP -x autofs': df })));
    expect(lines.filter((line) => line.includes('file systems'))).toEqual([
      'file systems: 1, the fullest at 50 %',
    ]);
  });

  test('is one also if a process in it has the name of a thread of the kernel', async () => {
    const named = ps(init, 'eve 9 0.0 0.0 10 4096 ? S Jun03 0:00 [kthreadd]');
    const lines = await linesOf(sosReport({ '/bin/ps auxww': named }));
    expect(lines).toContain(`container: yes; ${says}`);
  });

  test('is one also if a process in it is ending, whose arguments are gone', async () => {
    const ending = ps(init, 'root 175 0.0 0.0 0 0 ? RNs 17:34 0:00 [dpkg-query]');
    const lines = await linesOf(sosReport({ '/bin/ps auxww': ending }));
    expect(lines).toContain(`container: yes; ${says}`);
  });

  test('is one also if the collector is its first process', async () => {
    const runs = ps('root 1 40.4 0.2 1036856 62852 ? Rl 17:34 0:00 node hostspec collect');
    const lines = await linesOf(hostspecArchive(specsOf({ '/bin/ps auxww': runs }), { processes: [1] }));
    expect(lines).toContain(`container: yes; ${says}`);
    expect(lines).toContain("processes: none besides the collector's");
  });

  test('is named by what runs it', async () => {
    const named = { ...contents, '/usr/sbin/virt-what': 'podman\nkvm\n' };
    expect(await linesOf(hostspecArchive(specsOf(named)))).toContain(`container: yes, of podman; ${says}`);
  });

  test.each([
    ['threads of the kernel', ps(init, kernel)],
    ['no process of others', ps('me 400 0.1 0.1 172000 14000 ? Ss Jun03 0:04 bash')],
  ])('is not what a list with %s shows', async (_, table) => {
    const marked = { '/bin/ps auxww': table, '/etc/hostname': 'c\n' };
    expect((await linesOf(sosReport(marked))).join('\n')).not.toContain('container');
  });

  test('is not a machine with the files of one', async () => {
    const table = { '/bin/ps auxww': ps(init, kernel), '/usr/sbin/virt-what': 'docker\n' };
    expect((await linesOf(hostspecArchive(specsOf(table)))).join('\n')).not.toContain('container: ');
  });
});

describe("the collector's own processes", () => {
  const rows = [
    init,
    kernel,
    'root 50 99.0 9.0 1 99000000 ? R 10:00 0:09 node /opt/app.js',
    'root 51 80.0 9.0 1 99000 ? R 10:00 0:09 hostspec-runner',
    'root 52 200 9.0 1 99000 ? R 10:00 0:00 ps auxww',
    'root 53 70.0 9.0 1 99000 ? R 10:00 0:01 /usr/bin/du -s -k /tmp',
    'root 54 70.0 9.0 1 99000 ? R 10:00 0:01 /usr/bin/python3 -Es /usr/bin/du -s -k /tmp',
  ];
  const du = { name: 'du', source: '/usr/bin/du -s -k /tmp', content: 'x' };
  const made = (more: readonly string[], head = {}) =>
    hostspecArchive([...specsOf({ '/bin/ps auxww': ps(...rows, ...more) }), du], head);

  test('are not counted', async () => {
    const lines = await linesOf(made([], { processes: [50, 49] }));
    expect(lines).toContain('processes: 2');
    expect(lines).toContain('CPU since start: init 0.1 %, [kthreadd] 0 %');
    expect(await linesOf(made([]))).toContain('processes: 3');
  });

  test('cannot hide another: what worked longer than the run has only their name', async () => {
    const miners = [
      '1 60.0 1 1 4096 ? R Jun03 999:59 hostspec-runner',
      '2 50.0 1 1 4096 ? R Jun03 1-00:00:00 /bin/ps auxww',
    ];
    const lines = await linesOf(
      made(
        miners.map((row, at) => `eve 90${at}${row.slice(1)}`),
        { processes: [50] },
      ),
    );
    expect(lines).toContain('processes: 4');
    expect(lines).toContain('CPU since start: hostspec-runner 60 %, ps 50 %, init 0.1 %');
  });

  test('are as short as the run, also if that took hours', async () => {
    const hours = { started: 1_717_488_900_000, finished: 1_717_488_900_000 + 2 * 3_600_000 };
    const miner = (time: string) => `eve 900 60.0 1 1 4096 ? R Jun03 ${time} hostspec-runner`;
    const processes = async (time: string) =>
      (await linesOf(made([miner(time)], hours))).find((line) => line.startsWith('processes: '));
    expect(await processes('1:59:59')).toBe('processes: 3');
    expect(await processes('1-00:00:00')).toBe('processes: 4');
  });

  test('of sos are left out, too', async () => {
    const own = [
      'root 60 200 0.0 1 1 ? R 10:00 0:00 ps auxwwwm',
      'root 61 1 0 1 1 ? S 10:00 0:00 timeout 300s ps auxwwwm',
    ];
    expect(await linesOf(sosReport({ '/bin/ps auxwwwm': ps(init, kernel, ...own) }))).toContain(
      'processes: 2',
    );
  });
});

test('a disk of no size is not shown, and other interfaces have their names', async () => {
  const lines = await linesOf(
    hostspecArchive(
      specsOf({
        '/bin/lsblk': 'NAME MAJ:MIN RM SIZE RO TYPE\nzram0 252:0 0 0B 0 disk\nvda 254:0 0 256G 0 disk\n',
        '/sbin/ip addr':
          '1: lo: <UP> mtu 1 state UNKNOWN\n    inet 127.0.0.1/8\n2: eth0: <UP> mtu 1 state UP\n    inet 192.0.2.1/24\n3: veth7@if2: <UP> mtu 1 state UP\n',
        '/bin/df -alP -x autofs':
          'Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/vda 264241152 18874368 77594624 20% /\n',
      }),
    ),
  );
  expect(lines).toContain('disks: vda 256G');
  expect(lines).toContain('others: veth7');
  expect(lines).toContain('/: 18.0 GiB used, 74.0 GiB free of 252 GiB');
});

test('what insights-core itself could not do is one line', async () => {
  const specs = Array.from({ length: 40 }, (_, at) => ({
    name: `spec_${at}`,
    status: at < 30 ? 'failed' : 'timed out',
    reason: `Traceback ${at}`,
  }));
  const lines = await linesOf(hostspecArchive(specs, { collectedFrom: 'insights' }));
  expect(lines.filter((line) => /Traceback|failed/.test(line))).toEqual([
    'specs: 40: 30 failed, 10 timed out',
    'not collected: by insights-core: 30 failed, 10 timed out',
  ]);
  const own = await linesOf(hostspecArchive(specs));
  expect(own).toContain('others: 28 more specs');
});

test.each([
  ['/usr/sbin/ss -tupna', 'Netid State  Recv-Q Send-Q     Local Address:Port  Peer Address:Port Process\n'],
  ['/bin/netstat -neopa', 'Active Internet connections (servers and established)\nProto Recv-Q Send-Q\n'],
])('%s that lists no socket says that none listens', async (command, output) => {
  expect(await linesOf(sosReport({ [command]: output }))).toContain('sockets: none');
});
