import { splitWords } from '@hostspec/spec';
import { type FakeFile, fakeContext, fakeHost } from '@hostspec/testing';
import { expect, it } from 'vitest';
import { cluster, clusterA, corosyncCmapctlCmdList, corosyncCmapctlCmds, isCephMonitor } from './index.js';

const program = '/usr/sbin/corosync-cmapctl';
const evaluate = (release: FakeFile | undefined, programs = [program]) =>
  corosyncCmapctlCmds.definition.evaluate(
    fakeContext(
      fakeHost({ files: release === undefined ? {} : { '/etc/redhat-release': release }, programs }),
    ),
  );
const rhel = (version: string) => `Red Hat Enterprise Linux release ${version} (Plow)\n`;

it('gives the command lines that the release supports', async () => {
  expect(await evaluate('Red Hat Enterprise Linux Server release 7.9 (Maipo)\n')).toEqual([
    program,
    `${program} -d runtime.schedmiss.timestamp`,
    `${program} -d runtime.schedmiss.delay`,
  ]);
  for (const version of ['8.10', '9.4', '10.0'])
    expect(await evaluate(rhel(version))).toEqual([
      program,
      `${program} -m stats`,
      `${program} -C schedmiss`,
    ]);
});

it('marks every command line that changes the cluster, in both variants', async () => {
  for (const { specs } of [cluster, clusterA]) {
    const marked: readonly string[] = specs.corosync_cmapctl.effects.changesState.arguments;
    for (const version of ['7.9', '9.4']) {
      const lines = (await evaluate(rhel(version))) as string[];
      const changing = lines.filter((line) => splitWords(line).some((word) => marked.includes(word)));
      expect(changing).toEqual(lines.filter((line) => / -[dC] /.test(line)));
      expect(changing.length).toBeGreaterThan(0);
    }
  }
});

it('says why there is nothing', async () => {
  expect(await evaluate(rhel('9.4'), [])).toEqual({
    nothing: `${program} is not installed`,
    status: 'absent',
  });
  const known = 'the command lines are known for release 7 or later, and this is';
  expect(await evaluate(rhel('6.10'))).toEqual({ nothing: `${known} release 6` });
  expect(await evaluate(undefined)).toEqual({ nothing: `${known} another system` });
  expect(await evaluate('\0\xffgarbage release')).toEqual({ nothing: `${known} another system` });
});

it('also has its name in variant A', async () => {
  const host = fakeHost({ files: { '/etc/redhat-release': rhel('8.4') }, programs: [program] });
  expect(corosyncCmapctlCmdList.definition.name).toBe('corosync_cmapctl_cmd_list');
  expect(await corosyncCmapctlCmdList.definition.evaluate(fakeContext(host))).toHaveLength(3);
});

it('recognises a Ceph monitor by its process', async () => {
  const ps = (command: string) => ({
    '/bin/ps auxww': `USER PID %CPU %MEM VSZ RSS TTY STAT START TIME COMMAND\nceph 7 0.0 0.1 10 10 ? Ss 10:00 0:00 ${command}\n`,
  });
  const evaluated = (commands: Record<string, string>) =>
    isCephMonitor.definition.evaluate(fakeContext(fakeHost({ commands })));
  expect(await evaluated(ps('/usr/bin/ceph-mon -f --cluster ceph --id a'))).toEqual({
    holds: true,
    reason: 'a Ceph monitor is running',
  });
  const none = { holds: false, reason: 'no Ceph monitor is running' };
  expect(await evaluated(ps('/usr/bin/ceph-osd -f /usr/bin/ceph-mon'))).toEqual(none);
  expect(await evaluated({})).toEqual(none);
});
