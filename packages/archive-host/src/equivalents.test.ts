import { describe, expect, test } from 'vitest';
import { createArchiveHost } from './host.js';
import { createArchiveSession } from './shell/session.js';
import { archiveOf } from './testing/archive-of.js';

/** A sos report with outputs by their names in it. */
const report = (outputs: Readonly<Record<string, string>>): Parameters<typeof archiveOf> => [
  Object.fromEntries(Object.entries(outputs).map(([name, text]) => [`sos_commands/any/${name}`, text])),
  { kind: 'sos' },
];

const printed = async (outputs: Readonly<Record<string, string>>, line: string): Promise<string> => {
  const host = await createArchiveHost(archiveOf(...report(outputs)));
  return Buffer.from((await host.run(line)).output).toString();
};

test.each([
  ['netstat_-W_-agn', '/bin/netstat -agn'],
  ['netstat_-W_-neopa', '/bin/netstat -neopa'],
  ['ps_auxwww', '/bin/ps aux'],
  ['ps_auxwww', '/bin/ps auxww'],
  ['ps_aux', '/bin/ps auxww'],
  ['ip_-d_address', '/sbin/ip addr'],
  ['ip_address', '/sbin/ip addr'],
  ['chronyc_-n_sources', '/usr/bin/chronyc sources'],
  ['docker_ps_-a', '/usr/bin/docker ps --all --no-trunc'],
  ['nmcli_con', '/usr/bin/nmcli conn show'],
  ['lsof_-b_M_-n_-l_-c', '/usr/bin/lsof'],
  ['lsof_-b_M_-n_-l', '/usr/bin/lsof'],
  ['ovs-vsctl_-t_5_list_bridge', '/usr/bin/ovs-vsctl list bridge'],
  ['ovs-vsctl_-t_5_list-br', '/usr/bin/ovs-vsctl list-br'],
  ['ovs-vsctl_-t_5_show', '/usr/bin/ovs-vsctl show'],
  ['podman_ps_-a', '/usr/bin/podman ps --all --no-trunc'],
  ['timedatectl', '/usr/bin/timedatectl status'],
  ['virsh_-r_list_--all', '/usr/bin/virsh --readonly list --all'],
  ['dmsetup_info_-c', '/usr/sbin/dmsetup info -C'],
  ['yum_-C_repolist', '/usr/bin/yum -d 2 -C --noplugins repolist'],
])('the output %s of a sos report is that of %s', async (name, line) => {
  const content = 'Some   words [in brackets]\n    and a second line\n';
  expect(await printed({ [name]: content }, line)).toBe(content);
  const session = await createArchiveSession(archiveOf(...report({ [name]: content })));
  const [program = '', ...words] = line.split(' ');
  const typed = [program.slice(program.lastIndexOf('/') + 1), ...words];
  const answer = session.same(typed) ?? (await session.synonym(typed));
  expect(
    answer?.recorded
      ?.replaceAll(/ \+| ''/g, ' ')
      .trim()
      .replaceAll(' ', '_'),
  ).toBe(name);
});

test.each(['ip_-s_-d_link', 'ip_-d_address', 'ip_addr', 'ip_address'])(
  'the output %s has each interface of ip -o link on one line',
  async (name) => {
    const stored = '1: lo: <UP>\n    link/loopback 00\n2: eth0: <UP>\n    link/ether aa\n';
    expect(await printed({ [name]: stored }, '/sbin/ip -o link')).toBe(
      '1: lo: <UP>\\    link/loopback 00\n2: eth0: <UP>\\    link/ether aa\n',
    );
  },
);

describe('of several outputs', () => {
  test.each([
    ['/bin/ps auxww', ['ps_auxwww', 'ps_aux']],
    ['/sbin/ip -o link', ['ip_-s_-d_link', 'ip_-d_address', 'ip_addr', 'ip_address']],
    ['/sbin/ip addr', ['ip_addr', 'ip_-d_address', 'ip_address']],
    ['/bin/mount', ['mount', 'mount_-l']],
    ['/usr/bin/lsof', ['lsof', 'lsof_-b_M_-n_-l_-c', 'lsof_-b_M_-n_-l']],
  ])('%s has the nearest', async (line, names) => {
    for (const first of names.keys()) {
      const rest = names.slice(first).reverse();
      expect(await printed(Object.fromEntries(rest.map((name) => [name, name])), line)).toBe(names[first]);
    }
  });

  test('an empty output of the command itself counts', async () => {
    expect(await printed({ mount: '', 'mount_-l': '/dev/vda on / [root]\n' }, '/bin/mount')).toBe('');
  });

  test('an empty output of another command says nothing', async () => {
    const host = await createArchiveHost(archiveOf(...report({ 'mount_-l': '' })));
    expect(await host.run('/bin/mount')).toMatchObject({ problem: 'absent' });
  });
});

test.each([
  ['/dev/vda on / type ext4 (rw) [root]', '/dev/vda on / type ext4 (rw)'],
  ['/dev/vdb on /a type xfs (rw) [my disk]', '/dev/vdb on /a type xfs (rw)'],
  ['/dev/vdc on /b [c] type xfs (rw) [d]', '/dev/vdc on /b [c] type xfs (rw)'],
  ['/dev/vdc on /b [c] type xfs (rw)', '/dev/vdc on /b [c] type xfs (rw)'],
  ['/dev/vdd on /e type xfs (rw) [f]g]', '/dev/vdd on /e type xfs (rw) [f]g]'],
  ['proc on /proc type proc (rw)', 'proc on /proc type proc (rw)'],
  ['odd]', 'odd]'],
])('of the line %j of mount -l, mount prints %j', async (stored, line) => {
  expect(await printed({ 'mount_-l': `${stored}\nlast line\n` }, '/bin/mount')).toBe(`${line}\nlast line\n`);
});

test('hostname -s is the name of the host without its domain', async () => {
  expect(await printed({ hostname: 'vm01.example.org\n' }, '/bin/hostname -s')).toBe('vm01\n');
});

test('a command with the name of a property of objects has no equivalent', async () => {
  const host = await createArchiveHost(archiveOf(...report({ uname: 'Linux' })));
  expect(await host.run('constructor')).toMatchObject({
    problem: 'absent',
    reason: 'the archive has no output of constructor',
  });
});
