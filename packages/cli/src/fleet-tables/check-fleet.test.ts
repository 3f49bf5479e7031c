import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directorySink, type Manifest, openArchive } from '@hostspec/archive';
import { createArchiveHost } from '@hostspec/archive-host';
import { collectInto, plan } from '@hostspec/engine';
import { type CheckResult, check, checkHosts, needsOf } from '@hostspec/findings';
import { fleetHosts, runFleet } from '@hostspec/fleet';
import { linuxSpecs } from '@hostspec/linux-specs';
import { noiseRule } from '@hostspec/parse/noise';
import { archiveFacts } from '@hostspec/report';
import { type FakeHost, fakeHost, hostFromFile } from '@hostspec/testing';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../tools/test/folder.js';
import { installedFindings } from '../check/installed-findings.js';
import { directoryOf, packages } from '../testing/cli.js';
import { runInProcess, silentIo } from '../testing/in-process.js';

const findings = installedFindings(silentIo);
const needs = needsOf(findings);

/** Findings over content that changes by itself, which a fleet does not keep. */
const notKept = new Set(
  findings
    .filter((finding) => {
      const { contents, tables } = needsOf([finding]);
      return tables.has('process') || [...contents].some((spec) => noiseRule(spec));
    })
    .map(({ id }) => id),
);

/** Collects specs from a host into a directory, whose manifest says also what is `given`. */
async function writeArchive(
  path: string,
  host: FakeHost,
  only: readonly string[],
  given: Partial<Manifest>,
): Promise<void> {
  const planned = await plan(linuxSpecs, { host, only });
  const sink = directorySink({ path });
  await collectInto(planned, { catalog: linuxSpecs, host, sink, redaction: 'none' });
  const file = join(path, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...given }));
}

/** Collects what findings need from each host of the fixtures, and checks the archives. */
async function checkedArchives(runs: string): Promise<Map<string, CheckResult>> {
  const only = [...needs.specs].filter((spec) => spec in linuxSpecs.specs);
  const files = readdirSync(packages).flatMap((domain) => {
    const folder = join(packages, domain, 'fixtures/hosts');
    return existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [];
  });
  const checked = new Map<string, CheckResult>();
  for (const [index, file] of files.entries()) {
    const name = `host${index}`;
    const path = join(runs, name);
    // The hosts of several fixtures are one machine.
    await writeArchive(path, hostFromFile(file), only, { target: name, machineId: name });
    const archive = await openArchive(path);
    const facts = archiveFacts(archive, await createArchiveHost(archive));
    checked.set(name, await check(findings, facts).finally(archive.close));
  }
  return checked;
}

function verdictsOf({ found, undecided }: CheckResult): Map<string, string> {
  return new Map([
    ...found.map(
      ({ id, severity, because, count, hits }) =>
        [
          id,
          JSON.stringify([severity, because, count, hits.map(({ title, says }) => [title, says])]),
        ] as const,
    ),
    ...undecided.map(({ id }) => [id, 'not known'] as const),
  ]);
}

test('a host of a fleet has the problems that its archive has; what changes by itself is not known', async () => {
  const [runs, fleet] = [temporaryDirectory(), join(temporaryDirectory(), 'fleet')];
  const archives = await checkedArchives(runs);
  const quiet = { out: { write() {} }, err: { write() {} }, cwd: '/' };
  await runFleet('init', fleet, [], {}, quiet);
  expect(await runFleet('add', fleet, [runs], {}, quiet)).toBe(0);
  const seen: string[] = [];
  const open = new Set<string>();
  for await (const { name, facts } of fleetHosts(fleet, needs)) {
    const result = await check(findings, facts);
    const ofFleet = verdictsOf(result);
    const ofArchive = verdictsOf(archives.get(name) as CheckResult);
    for (const id of new Set([...ofFleet.keys(), ...ofArchive.keys()])) {
      const verdict = ofFleet.get(id);
      if (verdict === 'not known' && ofArchive.get(id) !== verdict && notKept.has(id)) open.add(id);
      else expect({ name, id, verdict }).toEqual({ name, id, verdict: ofArchive.get(id) });
    }
    seen.push(...result.found.map(({ id }) => `${name} ${id}`));
  }
  expect(open.size).toBeGreaterThan(0);
  // What is evaluated once for several hosts is what each of them has.
  const { hosts, found } = await checkHosts(findings, fleetHosts(fleet, needs));
  expect(hosts).toBe(archives.size);
  expect(found.flatMap(({ id, hosts: own }) => own.map(({ name }) => `${name} ${id}`)).sort()).toEqual(
    seen.sort(),
  );
}, 300_000);

const df = (percent: number, mount: string): string =>
  `Filesystem     1024-blocks      Used Available Capacity Mounted on\n/dev/sda2         71645184  68062925   3582259      ${percent}% ${mount}\n`;

test('numbers that change by themselves, and lines beside those that do, decide problems', async () => {
  const verdict = async (
    files: Readonly<Record<string, string>>,
    sysctl = 'vm.swappiness = 1\n',
  ): Promise<readonly string[]> => {
    const [path, cwd] = [join(temporaryDirectory(), 'archive'), temporaryDirectory()];
    await writeArchive(
      path,
      fakeHost({ files, commands: { '/sbin/sysctl -a': sysctl } }),
      ['cgroup_slice_limits', 'mdstat', 'sysctl'],
      { target: 'a' },
    );
    const fleet = (...args: string[]) => runInProcess(['fleet', ...args], { cwd });
    await fleet('init', 'f');
    await fleet('add', 'f', path);
    const only = [
      'kernel/tasks_nearly_at_limit',
      'kernel/connections_nearly_full',
      'storage/raid_member_failed',
    ];
    const { stdout } = await fleet('check', 'f', '--json', ...only.flatMap((id) => ['--only-finding', id]));
    const { found, undecided } = JSON.parse(stdout);
    const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
    return [...idsOf(found), ...idsOf(undecided).map((id) => `${id} is not known`)];
  };
  const files = (tasks: number, most: string, failed: string) => ({
    '/sys/fs/cgroup/cpu.stat': 'usage_usec 90\n',
    '/sys/fs/cgroup/user.slice/memory.stat': 'anon 4096\n',
    '/sys/fs/cgroup/user.slice/pids.current': `${tasks}\n`,
    '/sys/fs/cgroup/user.slice/pids.max': `${most}\n`,
    '/proc/mdstat': `md0 : active raid1 sdb1[1] sda1[0]${failed}\n      100 blocks [2/1] [U_]\n`,
  });
  expect(await verdict(files(900, '1000', '(F)'))).toEqual([
    'kernel/tasks_nearly_at_limit',
    'storage/raid_member_failed',
  ]);
  // A line about the progress, which the fleet does not keep, could say more about the array.
  for (const [tasks, most] of [
    [899, '1000'],
    [900, 'max'],
  ] as const)
    expect(await verdict(files(tasks, most, ''))).toEqual(['storage/raid_member_failed is not known']);
  const { '/sys/fs/cgroup/user.slice/pids.max': _, ...others } = files(900, '1000', '');
  expect(await verdict(others)).toEqual(['storage/raid_member_failed is not known']);
  const connections = (count: number, most: number) =>
    verdict(
      others,
      `net.netfilter.nf_conntrack_count = ${count}\nnet.netfilter.nf_conntrack_max = ${most}\n`,
    );
  expect(await connections(8, 10)).toContain('kernel/connections_nearly_full');
  expect((await connections(7, 10)).join()).not.toContain('kernel/connections_nearly_full');
  // A fleet of an earlier version does not have the number of connections.
  expect(await verdict(others, 'net.netfilter.nf_conntrack_max = 9\n')).toContain(
    'kernel/connections_nearly_full is not known',
  );
});

test('problems of a fleet come by problem, with their hosts; --since leaves out what a host had before', async () => {
  const cwd = directoryOf({
    'ours.yaml': `findings:
  told:
    title: 'It says {word}'
    severity: notice
    when: { lines: { spec: hosts, matches: '(?P<word>help)' } }
    do: Read it
    tests:
      - { content: { hosts: 'help' }, finds: ['It says help'] }
      - { content: { hosts: 'hello' }, finds: [] }
`,
  });
  const fleet = (...args: string[]) => runInProcess(['fleet', ...args], { cwd });
  const run = async (target: string, day: number, percent: number, mount = '/'): Promise<string> => {
    const path = join(temporaryDirectory(), 'archive');
    const host = fakeHost({
      files: { '/etc/hosts': 'help\x1b[2J\n' },
      commands: { '/bin/df -alP -x autofs': df(percent, mount) },
    });
    await writeArchive(path, host, ['df__alP', 'hosts'], {
      ...{ target, machineId: target, started: Date.UTC(2026, 0, day, 3) },
    });
    return path;
  };
  await fleet('init', 'f');
  expect(await fleet('check', 'f')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^hostspec: DIR \S+\/f has no hosts; add archives with hostspec fleet add /,
    ),
  });
  const archives = await Promise.all([
    ...[run('a', 1, 97), run('b', 1, 20), run('a', 2, 97), run('b', 2, 97), run('c', 2, 96, '/srv')],
  ]);
  expect(await fleet('add', 'f', ...archives)).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout } = await fleet('check', 'f', 'ours.yaml');
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^error {4}storage\/file_system_full {2}on 3 of 3 hosts\n {9}\/ is 97 % full: a, b\n {9}\/srv is 96 % full: c\n {9}Find what is large: `du .* \/ \|.*\n {9}Find what is large: `du .* \/srv \|.*\n/,
  );
  expect(stdout).toContain(
    'notice   ours/told  on 3 of 3 hosts\n         It says help: a, b, c\n         Read it\n',
  );
  expect(stdout).toMatch(/^ {2}accounts\/.* and \d+ more \(--json has all\): none of .* was collected$/m);
  expect(stdout).toMatch(
    /\n\d+ checks of 3 hosts: 1 error, 1 notice; \d+ found nothing; \d+ lack data \(.*\)\n$/,
  );
  // What hosts say in the same words is in memory once.
  const { found } = await checkHosts(findings, fleetHosts(join(cwd, 'f'), needs));
  const [a, b] = found.find(({ id }) => id === 'storage/file_system_full')?.hosts ?? [];
  expect(a?.hits[0]).toMatchObject({ title: '/ is 97 % full' });
  expect(b?.hits[0]).toBe(a?.hits[0]);
  const namesOf = async (...args: string[]) => {
    const { found } = JSON.parse((await fleet('check', 'f', '--json', ...args)).stdout);
    return found.map(({ id, hosts }: { id: string; hosts: { name: string }[] }) => [
      id,
      hosts.map(({ name }) => name),
    ]);
  };
  expect(await namesOf('--since', '2026-01-01')).toEqual([['storage/file_system_full', ['b', 'c']]]);
  expect(await namesOf('--day', '2026-01-01')).toEqual([['storage/file_system_full', ['a']]]);
  expect((await fleet('check', 'f', '--since', '2026-01-02')).status).toBe(4);
  const page = (await fleet('report', 'f', '--output', '-')).stdout;
  const { problems } = JSON.parse(/id="index">(.*?)<\/script>/.exec(page)?.[1] ?? '');
  expect(problems).toEqual([
    {
      ...{ id: 'storage/file_system_full', severity: 'error', hosts: 3, newHosts: 2 },
      titles: [
        { title: '/ is 97 % full', hosts: 2, names: ['a', 'b'] },
        { title: '/srv is 96 % full', hosts: 1, names: ['c'] },
      ],
      steps: [expect.stringMatching(/ \/ \|/), expect.stringMatching(/ \/srv \|/)],
    },
  ]);
  const junit = (await fleet('check', 'f', '--format', 'junit')).stdout;
  expect(junit).toContain('<failure type="error" message="a: / is 97 % full">');
  expect(junit).toContain('<skipped message="mounts was not collected (3 hosts)"/>');
  const sarif = JSON.parse((await fleet('check', 'f', '--format', 'sarif')).stdout);
  expect(sarif.runs[0].results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'a/insights_commands/df_-alP_-x_autofs' },
    region: { startLine: 2 },
  });
  expect((await fleet('check', 'f', '--only-finding', 'kernel/*', '--severity', 'error')).status).toBe(4);
  for (const [words, why] of [
    [['--format', 'csv'], 'allowed: table, json, junit or sarif'],
    [['--day', 'soon'], 'is not a day'],
    [['--day', '2025-12-31'], 'no host was collected up to that day'],
    [['--group', 'db'], '--group "db" is not in the fleet; available: '],
    [['--skip-finding', 'storage/raid'], 'matches no finding'],
    [['none.yaml'], 'none.yaml'],
    [
      ['runs.tar.gz'],
      'runs.tar.gz is named like an archive, but fleet check takes files with findings; to add an archive: hostspec fleet add ',
    ],
  ] as const)
    expect(await fleet('check', 'f', ...words)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(why),
    });
  expect(await fleet('hosts', 'f', '--format', 'sarif')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--format sarif is only for check'),
  });
});
