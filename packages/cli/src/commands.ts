import type { Command } from './command.js';

/** A command as the dispatcher knows it. Its module is loaded only if the command is run. */
export interface CommandEntry {
  /** One or two words, as on the command line. */
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ readonly default: Command }>;
}

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
    load: () => import('./redact/command.js'),
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
];
