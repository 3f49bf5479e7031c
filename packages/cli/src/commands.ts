import type { CommandEntry, CommandGroup } from './command.js';

/** What each command does, by name, and its code. */
type Commands = Readonly<Record<string, readonly [summary: string, load: CommandEntry['load']]>>;

/** The parts of the help, and the commands of each, in its order. */
const byGroup: Readonly<Record<CommandGroup, Commands>> = {
  collect: {
    collect: ['Collect data from this host into an archive', () => import('./collect/command.js')],
    plan: [
      'Show what collect would run and read on this host, what it would skip, and why',
      () => import('./plan/command.js'),
    ],
    finish: ['Build the archive of a run that was killed', () => import('./finish/command.js')],
  },
  look: {
    summary: ['Show on one screen what an archive says about its host', () => import('./summary/command.js')],
    check: ['Look for problems of a host, in an archive or on this host', () => import('./check/command.js')],
    facts: [
      'Print what an archive says about its host as typed rows, for people or programs',
      () => import('./facts/command.js'),
    ],
    report: [
      'Write an archive, or what changed between two, as one HTML page',
      () => import('./report-page/command.js'),
    ],
    read: ["List an archive's outcomes, or print one spec's content", () => import('./read/command.js')],
    run: [
      'Print the recorded output of a command, as if you ran it on the host',
      () => import('./run/command.js'),
    ],
    shell: ['Ask an archive as in a shell on its host', () => import('./shell/command.js')],
    explain: [
      'Explain why a spec is collected or not, on this host or in an archive',
      () => import('./explain/command.js'),
    ],
    diff: ['Show what changed on a host between two archives', () => import('./diff/command.js')],
    verify: ['Check that an archive is complete and unchanged', () => import('./verify/command.js')],
  },
  secrets: {
    'check-secrets': [
      'Look for passwords, keys and tokens in an archive, directory or file',
      () => import('./check-secrets/command.js'),
    ],
    'show-redactions': [
      'Show what was masked in an archive, by spec and rule',
      () => import('./show-redactions/command.js'),
    ],
    redact: [
      'Write a copy of an archive, directory or file with its secrets masked',
      () => import('./masked-copy/command.js'),
    ],
    unmap: [
      'Restore the names and addresses in a copy of an archive that was mapped',
      () => import('./unmap/command.js'),
    ],
  },
  fleet: {
    fleet: [
      'Keep the archives of many hosts as tables, and ask what changed and where',
      () => import('./fleet-tables/command.js'),
    ],
  },
  catalogs: {
    catalog: ['List the specs', () => import('./catalog/command.js')],
    'catalog diff': ['Compare two catalogs', () => import('./catalog-diff/command.js')],
    'catalog check': ['Check your own catalog file', () => import('./catalog-check/command.js')],
    show: ['Show one spec: what it collects, how, and why', () => import('./show/command.js')],
    init: ['Write a starter catalog file', () => import('./init/command.js')],
  },
  setup: {
    config: [
      'Print a configuration file with every setting and its default',
      () => import('./config/command.js'),
    ],
    doctor: [
      'Check what this machine and this user allow, and what would be missing',
      () => import('./doctor/command.js'),
    ],
    completion: [
      'Print a script that completes commands in bash, zsh or fish',
      () => import('./completion/command.js'),
    ],
    man: ['Print the manual page', () => import('./man/command.js')],
  },
};

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = Object.entries(byGroup).flatMap(([group, entries]) =>
  Object.entries(entries).map(([name, [summary, load]]) => ({
    ...{ name, summary, load },
    group: group as CommandGroup,
  })),
);

/** Commands that programs run; the help does not name them. */
export const hiddenCommands: readonly CommandEntry[] = [
  {
    name: 'complete',
    group: 'setup',
    summary: 'Complete a line',
    load: () => import('./completion/complete.js'),
  },
];
