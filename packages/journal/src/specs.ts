import { failedUnits } from '@hostspec/facts';
import { commandWithArgs, foreachExecute, globFile, simpleCommand, slice } from '@hostspec/spec';
import { journalDirectories, journalUnits } from './providers.js';
import { journalUnitNames } from './settings.js';

/** The version of this package; written by `npm run release:version`. */
export const version = '1.0.0';

/** What journalctl says if there is no journal, or not the boot that was asked for, in its old and new versions. */
const noJournal = [
  'No journal files were found',
  'Data from the specified boot',
  'Failed to look up boot',
  'No journal boot entry found',
  'no persistent journal was found',
];

/** The journal of systemd: by boot, priority, unit and facility. */
export const journal = slice({
  name: 'journal',
  version,
  specs: {
    journal_audit: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso _TRANSPORT=audit', {
      doc: 'Denials of AppArmor and SELinux in three days, where no auditd runs',
      origin: 'systemd.journal-fields(7)',
      for: ['systemd'],
      journal: { window: '3d', newest: 2_000_000 },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_auth: simpleCommand(
      '/usr/bin/journalctl --no-pager -o short-iso SYSLOG_FACILITY=4 SYSLOG_FACILITY=10',
      {
        doc: 'Log-ins, sudo and su of a week, where no auth.log is',
        origin: 'systemd.journal-fields(7)',
        for: ['systemd'],
        journal: { window: '7d', newest: 4_000_000 },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_boot: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso -b', {
      doc: 'All messages since the host started',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { newest: 8_000_000 },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_boots: simpleCommand('/usr/bin/journalctl -q --no-pager --list-boots', {
      doc: 'Boots in the journal with their first and last entry: how often and when the host restarted',
      origin: 'journalctl(1)',
      for: ['systemd'],
      absentWhen: ['No journal files were found', 'No boot found'],
    }),
    journal_coredumps: simpleCommand(
      '/usr/bin/journalctl --no-pager -o short-iso MESSAGE_ID=fc2e22bc6ee647b6b90729ab34a250b1',
      {
        doc: 'Programs that crashed in a month, with signal and stack',
        origin: 'systemd-coredump(8)',
        for: ['systemd'],
        journal: { window: '30d', newest: 2_000_000 },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_cron: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso SYSLOG_FACILITY=9', {
      doc: 'Jobs that cron ran in a week, with the command of each',
      origin: 'systemd.journal-fields(7)',
      for: ['systemd'],
      journal: { window: '7d', newest: 2_000_000 },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_disk_usage: simpleCommand('/usr/bin/journalctl -q --no-pager --disk-usage', {
      doc: 'Space that the files of the journal take',
      origin: 'journalctl(1)',
      for: ['systemd'],
    }),
    journal_errors: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso -p err', {
      doc: 'Errors and worse of a week, from every program and the kernel',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { window: '7d', newest: 4_000_000, first: true },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_failed_unit: foreachExecute(
      '/usr/bin/journalctl --no-pager -o short-iso -u %s -b',
      failedUnits(),
      {
        doc: 'Messages of each failed unit since the host started: why it failed',
        origin: 'journalctl(1)',
        for: ['systemd'],
        journal: { newest: 1_000_000, first: true },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_files_list: commandWithArgs('/usr/bin/find %s -maxdepth 2 -ls', journalDirectories(), {
      doc: 'Files of the journal: whether it survives a restart, how far it goes back, damaged ones put aside',
      saveAs: 'journal_files_list',
      origin: 'systemd-journald.service(8)',
      for: ['systemd'],
    }),
    journal_kernel: simpleCommand('/usr/bin/journalctl --no-pager -o short-monotonic -k -b', {
      doc: 'Kernel messages since the host started, also those that the kernel has overwritten',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { newest: 4_000_000, first: true },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_kernel_previous: simpleCommand('/usr/bin/journalctl --no-pager -o short-monotonic -k -b -1', {
      doc: 'Kernel messages before the host restarted: panic, lack of memory, disk errors',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { newest: 4_000_000, first: true },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_mail: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso SYSLOG_FACILITY=2', {
      doc: 'Mail that was sent, deferred or refused in three days',
      origin: 'systemd.journal-fields(7)',
      for: ['systemd'],
      journal: { window: '3d', newest: 2_000_000 },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_previous_boot: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso -b -1', {
      doc: 'Last messages before the host restarted: what led to it',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { newest: 4_000_000, first: true },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_raw: globFile(['/var/log/journal/*/system.journal', '/run/log/journal/*/system.journal'], {
      doc: 'The journal itself, for journalctl --file, which can read it only if secrets are kept',
      origin: 'systemd-journald.service(8)',
      for: ['systemd'],
      raw: true,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    journal_recent: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso', {
      doc: 'All messages of the last day, over restarts',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { window: '24h', newest: 16_000_000 },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_remote_conf: globFile(
      [
        '/etc/systemd/journal-remote.conf',
        '/etc/systemd/journal-upload.conf',
        '/etc/systemd/journal-remote.conf.d/*.conf',
        '/etc/systemd/journal-upload.conf.d/*.conf',
      ],
      {
        doc: 'Hosts that messages are sent to or taken from',
        origin: 'journal-upload.conf(5)',
        for: ['systemd'],
      },
    ),
    journal_sleep: simpleCommand(
      '/usr/bin/journalctl --no-pager -o short-iso MESSAGE_ID=6bbd95ee977941e497c48be27c254128 MESSAGE_ID=8811e6df2a8e40f58a94cea26f8ebf14',
      {
        doc: 'When the host went to sleep and woke up, in a month',
        origin: 'systemd-sleep(8)',
        for: ['systemd'],
        journal: { window: '30d', newest: 500_000 },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_storage: simpleCommand(
      '/usr/bin/journalctl --no-pager -o short-iso _KERNEL_SUBSYSTEM=block _KERNEL_SUBSYSTEM=scsi _KERNEL_SUBSYSTEM=nvme',
      {
        doc: 'Errors of disks and their controllers in a month',
        origin: 'systemd.journal-fields(7)',
        for: ['systemd'],
        journal: { window: '30d', newest: 2_000_000 },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_time_changes: simpleCommand(
      '/usr/bin/journalctl --no-pager -o short-iso MESSAGE_ID=c7a787079b354eaaa9e77b371893cd27',
      {
        doc: 'Jumps of the clock in a month: why times do not fit together',
        origin: 'systemd.journal-fields(7)',
        for: ['systemd'],
        journal: { window: '30d', newest: 500_000 },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_unit: foreachExecute('/usr/bin/journalctl --no-pager -o short-iso -u %s', journalUnits(), {
      doc: 'Messages of the services that matter, one by one: ssh, cron, containers, network, databases',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { window: '7d', newest: 1_000_000 },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
    journal_unit_failures: simpleCommand(
      '/usr/bin/journalctl --no-pager -o short-iso MESSAGE_ID=be02cf6855d2428ba40df7e9d022f03d MESSAGE_ID=d9b373ed55a64feb8242e02dbe79a49c',
      {
        doc: 'Units that failed or could not start in a month: what keeps coming back',
        origin: 'systemd.journal-fields(7)',
        for: ['systemd'],
        journal: { window: '30d', newest: 1_000_000, first: true },
        absentWhen: noJournal,
        effects: { needsRoot: true },
      },
    ),
    journal_units_seen: simpleCommand('/usr/bin/journalctl -q --no-pager -F _SYSTEMD_UNIT', {
      doc: 'Units with at least one message in the journal',
      origin: 'journalctl(1)',
      for: ['systemd'],
      effects: { needsRoot: true },
    }),
    journal_verify: simpleCommand('/usr/bin/journalctl --no-pager --verify', {
      doc: 'Damaged files of the journal: every file is read whole',
      origin: 'journalctl(1)',
      for: ['systemd'],
      timeout: 300,
      keepRc: true,
      onRequest: true,
      effects: { needsRoot: true },
    }),
    journal_warnings_boot: simpleCommand('/usr/bin/journalctl --no-pager -o short-iso -p warning -b', {
      doc: 'Warnings and worse since the host started',
      origin: 'journalctl(1)',
      for: ['systemd'],
      journal: { newest: 4_000_000, first: true },
      absentWhen: noJournal,
      effects: { needsRoot: true },
    }),
  },
  providers: [failedUnits, journalDirectories, journalUnits],
  settings: [journalUnitNames],
});
