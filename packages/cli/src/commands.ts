import type { CommandEntry } from './command.js';

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'collect',
    summary: 'Collect data from this host into an archive',
    load: () => import('./collect/command.js'),
  },
  {
    name: 'plan',
    summary: 'Show what collect would run and read on this host, what it would skip, and why',
    load: () => import('./plan/command.js'),
  },
  {
    name: 'catalog',
    summary: 'List the specs',
    load: () => import('./catalog/command.js'),
  },
  {
    name: 'catalog diff',
    summary: 'Compare two catalogs',
    load: () => import('./catalog-diff/command.js'),
  },
  {
    name: 'catalog check',
    summary: 'Check your own catalog file',
    load: () => import('./catalog-check/command.js'),
  },
  {
    name: 'show',
    summary: 'Show one spec: what it collects, how, and why',
    load: () => import('./show/command.js'),
  },
  {
    name: 'read',
    summary: "List an archive's outcomes, or print one spec's content",
    load: () => import('./read/command.js'),
  },
  {
    name: 'run',
    summary: 'Print the recorded output of a command, as if you ran it on the host',
    load: () => import('./run/command.js'),
  },
  {
    name: 'shell',
    summary: 'Ask an archive as in a shell on its host',
    load: () => import('./shell/command.js'),
  },
  {
    name: 'summary',
    summary: 'Show on one screen what an archive says about its host',
    load: () => import('./summary/command.js'),
  },
  {
    name: 'report',
    summary: 'Write an archive, or what changed between two, as one HTML page',
    load: () => import('./report-page/command.js'),
  },
  {
    name: 'explain',
    summary: 'Explain why a spec is collected or not, on this host or in an archive',
    load: () => import('./explain/command.js'),
  },
  {
    name: 'diff',
    summary: 'Show what changed on a host between two archives',
    load: () => import('./diff/command.js'),
  },
  {
    name: 'verify',
    summary: 'Check that an archive is complete and unchanged',
    load: () => import('./verify/command.js'),
  },
  {
    name: 'check-secrets',
    summary: 'Look for passwords, keys and tokens in an archive, directory or file',
    load: () => import('./check-secrets/command.js'),
  },
  {
    name: 'redact',
    summary: 'Write a copy of an archive, directory or file with its secrets masked',
    load: () => import('./masked-copy/command.js'),
  },
  {
    name: 'unmap',
    summary: 'Restore the names and addresses in a copy of an archive that was mapped',
    load: () => import('./unmap/command.js'),
  },
  {
    name: 'show-redactions',
    summary: 'Show what was masked in an archive, by spec and rule',
    load: () => import('./show-redactions/command.js'),
  },
  {
    name: 'finish',
    summary: 'Build the archive of a run that was killed',
    load: () => import('./finish/command.js'),
  },
  {
    name: 'config',
    summary: 'Print a configuration file with every setting and its default',
    load: () => import('./config/command.js'),
  },
  {
    name: 'init',
    summary: 'Write a starter catalog file',
    load: () => import('./init/command.js'),
  },
  {
    name: 'doctor',
    summary: 'Check what this machine and this user allow, and what would be missing',
    load: () => import('./doctor/command.js'),
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands in bash, zsh or fish',
    load: () => import('./completion/command.js'),
  },
  {
    name: 'man',
    summary: 'Print the manual page',
    load: () => import('./man/command.js'),
  },
];

/** Commands that programs run; the help does not name them. */
export const hiddenCommands: readonly CommandEntry[] = [
  {
    name: 'complete',
    summary: 'Complete a line',
    load: () => import('./completion/complete-command.js'),
  },
];
