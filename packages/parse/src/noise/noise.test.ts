import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { noiseRule, specsWithNoise } from './index.js';

/** The lines of a content that count. */
const kept = (spec: string, content: string): readonly string[] => {
  const rule = noiseRule(spec);
  if (rule === undefined) throw new Error(`${spec} has no rule`);
  const keys = rule.keys?.(content.split('\n')) ?? [];
  return keys.filter((key) => key !== undefined);
};

// Two contents of an idle host, and one after a real change.
test.each([
  ['vmstat_sample', ' 1 0 0 3900 12', ' 0 0 0 4100 12', undefined],
  ['numactl_hardware', 'node 0 free: 15101 MB', 'node 0 free: 14 MB', 'node 1 free: 9 MB'],
  ['kernel_limits', '1636\t0\t92233', '1250\t0\t92233', '1048576'],
  ['block_queue', ' 1 2 3 4 5 6 7 8 9 10 11', ' 1 2 3 4 5 6 7 8 9 10 12', '[mq-deadline] none'],
  ['lsblk_json', '   "fsavail": "69.7G",', '   "fsavail": "69.4G",', '   "fstype": "xfs",'],
  [
    'swapon_show',
    '/dev/sda2 partition 2G 12M -2',
    '/dev/sda2 partition 2G 0B -2',
    '/dev/sdb2 partition 2G 0B -2',
  ],
  [
    'log_inventory',
    '-rw-r--r-- root root 10 2026-11-24 01:00:05.5 /var/log/a',
    '-rw-r--r-- root root 99 2026-11-24 02:00:05.5 /var/log/a',
    '-rw-r--r-- root root 10 2026-11-24 01:00:05.5 /var/log/b',
  ],
  [
    'systemctl_list_timers',
    'Tue 2026-11-24 06:00:00 UTC 1h 2min left  Mon 2026-11-23 06:00:00 UTC 22h ago  apt.timer apt.service',
    'Wed 2026-11-25 06:00:00 UTC 23h left      Tue 2026-11-24 06:00:00 UTC 59min ago apt.timer apt.service',
    'Wed 2026-11-25 06:00:00 UTC 23h left      Tue 2026-11-24 06:00:00 UTC 59min ago new.timer new.service',
  ],
  [
    'iptables_counters',
    '[12:840] -A INPUT -j DROP',
    '[13:900] -A INPUT -j DROP',
    '[12:840] -A INPUT -j ACCEPT',
  ],
  [
    'podman_images',
    'localhost/web  1    sha256:aa  46 minutes ago  2 MB',
    'localhost/web  1    sha256:aa  2 hours ago     2 MB',
    'localhost/web  2    sha256:bb  2 hours ago     2 MB',
  ],
  [
    'systemctl_show_target',
    'After=a.service -.mount\nActiveEnterTimestamp=Mon 2026-11-23 06:00:00 UTC\nActiveEnterTimestampMonotonic=9',
    'After=-.mount a.service\nActiveEnterTimestamp=Tue 2026-11-24 06:00:00 UTC\nActiveEnterTimestampMonotonic=8',
    'After=-.mount b.service',
  ],
  ['systemctl_show_all_services', 'After=a.service b.socket', 'After=b.socket a.service', 'After=a.service'],
  [
    'systemctl_show_all_services',
    'RequiresMountsFor=/var/tmp /tmp\nBefore="a\\\\x2db.mount" c.target',
    'RequiresMountsFor=/tmp /var/tmp\nBefore=c.target "a\\\\x2db.mount"',
    'RequiresMountsFor=/tmp',
  ],
  [
    'ip_s_link',
    '    bridge stp_state 0 hello_timer    0.00 gc_timer  245.13 mcast_router 1',
    '    bridge stp_state 0 hello_timer    0.00 gc_timer    3.20 mcast_router 1',
    '    bridge stp_state 1 hello_timer    0.00 gc_timer    3.20 mcast_router 1',
  ],
  ['systemctl_show_all_services', 'Description=b a', 'Description=b a', 'Description=a b'],
  [
    'systemctl_show_manager',
    'NNames=251\nNInstalledJobs=153\nProgress=0.9\nNFailedUnits=0',
    'NNames=267\nNInstalledJobs=357\nProgress=1\nNFailedUnits=0',
    'NFailedUnits=1',
  ],
  [
    'systemctl_show_all_services',
    'Restart=no\nId=a.service\nActiveState=active\nNFileDescriptorStore=4\n\nId=b.service\nActiveState=failed',
    'Id=b.service\nActiveState=failed\n\nRestart=no\nId=a.service\nActiveState=active\nNFileDescriptorStore=8',
    'Restart=no\nId=a.service\nActiveState=failed\n\nId=b.service\nActiveState=active',
  ],
  [
    'cgroup_slice_limits',
    'some avg10=1.23 avg60=0.29 avg300=0.11 total=9\nusage_usec 81\nanon 4096\noom_kill 0',
    'some avg10=0.00 avg60=0.01 avg300=0.05 total=7\nusage_usec 64\nanon 8192\noom_kill 0',
    'oom_kill 1',
  ],
  ['cgroup_controllers', 'nr_descendants 19\ncpu memory', 'nr_descendants 22\ncpu memory', 'cpu'],
  [
    'bpftool_prog',
    '2938: cgroup_skb  name sd_fw_egress  tag 77\n\tloaded_at 2026-11-30T04:16:45+0000  uid 0',
    '3001: cgroup_skb  name sd_fw_egress  tag 77\n\tloaded_at 2026-11-30T04:19:45+0000  uid 0\n\txlated 64B  map_ids 7\n\tpids systemd(1)',
    '3001: cgroup_skb  name sd_fw_egress  tag 99\n\tloaded_at 2026-11-30T04:19:45+0000  uid 0',
  ],
  [
    'busctl_list',
    ':1.34 986 busctl root :1.34 - - -\norg.a 710 a root :1.23 a.service - -',
    ':1.47 1365 busctl root :1.47 - - -\norg.a - - - (activatable) - - -',
    ':1.47 1365 busctl root :1.47 - - -',
  ],
  [
    'journal_boots',
    ' 0 9038b561 Mon 2026-11-30 04:09:51 UTC Mon 2026-11-30 04:15:01 UTC',
    ' 0 9038b561 Mon 2026-11-30 04:09:51 UTC Mon 2026-11-30 04:16:45 UTC',
    ' 0 1138b561 Mon 2026-11-30 04:17:51 UTC Mon 2026-11-30 04:18:45 UTC',
  ],
  [
    'journal_files_list',
    '  27   8192 -rw-r-----   1 root     systemd-journal  8388608 Nov 30 04:15 /var/log/journal/1/system.journal',
    '  29  16384 -rw-r-----   1 root     systemd-journal 16777216 Nov 30 04:16 /var/log/journal/1/system.journal',
    '  27   8192 -rw-rw-r--   1 root     systemd-journal  8388608 Nov 30 04:15 /var/log/journal/1/system.journal',
  ],
  [
    'conntrack_limits',
    'entries  searched found\n0000001f  00000000 00000002 ',
    'entries  searched found\n00000020  00000000 00000009 ',
    '65536',
  ],
  ['timedatectl_show', 'TimeUSec=Tue 2026-11-24', 'TimeUSec=Wed 2026-11-25', 'NTP=no'],
] as const)('%s of an idle host has no difference', (spec, before, after, changed) => {
  // Lines of a rule without an order are compared in any.
  const same = (text: string) =>
    noiseRule(spec)?.unordered ? kept(spec, text).toSorted() : kept(spec, text);
  expect(same(after)).toEqual(same(before));
  if (changed !== undefined) expect(same(changed)).not.toEqual(same(before));
});

test('a file of one number that counts use is noise; one with a limit is not', () => {
  const ofFile = (name: string) => noiseRule('cgroup_slice_limits', `sys/fs/cgroup/user.slice/${name}`);
  for (const use of ['pids.current', 'memory.current', 'memory.swap.peak'])
    expect(ofFile(use)?.keys, use).toBeUndefined();
  for (const limit of ['pids.max', 'memory.max', 'pids.events'])
    expect(ofFile(limit)?.keys?.(['512']), limit).toEqual(['512']);
  const conntrack = (name: string) =>
    noiseRule('conntrack_limits', `proc/sys/net/netfilter/nf_conntrack_${name}`);
  expect(conntrack('count')?.keys).toBeUndefined();
  expect(conntrack('max')?.keys?.(['512'])).toEqual(['512']);
});

test('the order of timers is no difference: the one that is next comes first', () => {
  expect(noiseRule('systemctl_list_timers')?.unordered).toBe(true);
});

// The host writes these lines, and a pattern that can match a part of them in many ways, or from many places, may try them all.
const lines = ['1', '1 ', ' ', '\t', 'a', '[1:', '"a":', ' 1%', 'a an 1 second', '..'].map(
  (unit) => `${unit.repeat(300_000 / unit.length)}!`,
);

test.each(specsWithNoise)('the rule of %s does not try a line in all ways', (spec) => {
  const keysOf = (): number => noiseRule(spec)?.keys?.(lines).length ?? lines.length;
  // Only a pattern that needs longer than anyone waits is ended.
  expect(runInNewContext('keysOf()', { keysOf }, { timeout: 20_000 })).toBe(lines.length);
});
