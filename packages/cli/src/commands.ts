import type { CommandEntry } from './command.js';

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'collect',
    group: 'collect',
    summary: 'Collect data from this host into an archive',
    load: () => import('./collect/command.js'),
  },
  {
    name: 'plan',
    group: 'collect',
    summary: 'Show what collect would run and read on this host, what it would skip, and why',
    load: () => import('./plan/command.js'),
  },
  {
    name: 'finish',
    group: 'collect',
    summary: 'Build the archive of a run that was killed',
    load: () => import('./finish/command.js'),
  },
  {
    name: 'summary',
    group: 'look',
    summary: 'Show on one screen what an archive says about its host',
    load: () => import('./summary/command.js'),
  },
  {
    name: 'check',
    group: 'look',
    summary: 'Look for problems of a host, in an archive or on this host',
    load: () => import('./check/command.js'),
  },
  {
    name: 'facts',
    group: 'look',
    summary: 'Print what an archive says about its host as typed rows, for people or programs',
    load: () => import('./facts/command.js'),
  },
  {
    name: 'report',
    group: 'look',
    summary: 'Write an archive, or what changed between two, as one HTML page',
    load: () => import('./report-page/command.js'),
  },
  {
    name: 'read',
    group: 'look',
    summary: "List an archive's outcomes, or print one spec's content",
    load: () => import('./read/command.js'),
  },
  {
    name: 'run',
    group: 'look',
    summary: 'Print the recorded output of a command, as if you ran it on the host',
    load: () => import('./run/command.js'),
  },
  {
    name: 'shell',
    group: 'look',
    summary: 'Ask an archive as in a shell on its host',
    load: () => import('./shell/command.js'),
  },
  {
    name: 'explain',
    group: 'look',
    summary: 'Explain why a spec is collected or not, on this host or in an archive',
    load: () => import('./explain/command.js'),
  },
  {
    name: 'diff',
    group: 'look',
    summary: 'Show what changed on a host between two archives',
    load: () => import('./diff/command.js'),
  },
  {
    name: 'verify',
    group: 'look',
    summary: 'Check that an archive is complete and unchanged',
    load: () => import('./verify/command.js'),
  },
  {
    name: 'check-secrets',
    group: 'secrets',
    summary: 'Look for passwords, keys and tokens in an archive, directory or file',
    load: () => import('./check-secrets/command.js'),
  },
  {
    name: 'show-redactions',
    group: 'secrets',
    summary: 'Show what was masked in an archive, by spec and rule',
    load: () => import('./show-redactions/command.js'),
  },
  {
    name: 'redact',
    group: 'secrets',
    summary: 'Write a copy of an archive, directory or file with its secrets masked',
    load: () => import('./masked-copy/command.js'),
  },
  {
    name: 'unmap',
    group: 'secrets',
    summary: 'Restore the names and addresses in a copy of an archive that was mapped',
    load: () => import('./unmap/command.js'),
  },
  {
    name: 'fleet',
    group: 'fleet',
    summary: 'Keep the archives of many hosts as tables, and ask what changed and where',
    load: () => import('./fleet-tables/command.js'),
  },
  {
    name: 'catalog',
    group: 'catalogs',
    summary: 'List the specs',
    load: () => import('./catalog/command.js'),
  },
  {
    name: 'catalog diff',
    group: 'catalogs',
    summary: 'Compare two catalogs',
    load: () => import('./catalog-diff/command.js'),
  },
  {
    name: 'catalog check',
    group: 'catalogs',
    summary: 'Check your own catalog file',
    load: () => import('./catalog-check/command.js'),
  },
  {
    name: 'show',
    group: 'catalogs',
    summary: 'Show one spec: what it collects, how, and why',
    load: () => import('./show/command.js'),
  },
  {
    name: 'init',
    group: 'catalogs',
    summary: 'Write a starter catalog file',
    load: () => import('./init/command.js'),
  },
  {
    name: 'config',
    group: 'setup',
    summary: 'Print a configuration file with every setting and its default',
    load: () => import('./config/command.js'),
  },
  {
    name: 'doctor',
    group: 'setup',
    summary: 'Check what this machine and this user allow, and what would be missing',
    load: () => import('./doctor/command.js'),
  },
  {
    name: 'completion',
    group: 'setup',
    summary: 'Print a script that completes commands in bash, zsh or fish',
    load: () => import('./completion/command.js'),
  },
  {
    name: 'man',
    group: 'setup',
    summary: 'Print the manual page',
    load: () => import('./man/command.js'),
  },
];

/** Commands that programs run; the help does not name them. */
export const hiddenCommands: readonly CommandEntry[] = [
  {
    name: 'complete',
    group: 'setup',
    summary: 'Complete a line',
    load: () => import('./completion/complete.js'),
  },
];
