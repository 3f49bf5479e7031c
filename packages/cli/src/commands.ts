import type { Command } from './command.js';

/** A command as the dispatcher knows it: its module is loaded only when it is the one in hand. */
export interface CommandEntry {
  /** One word or two, as they stand on the command line. */
  readonly name: string;
  readonly summary: string;
  load(): Promise<{ readonly default: Command }>;
}

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'collect',
    summary: 'Collect this host into an archive',
    load: () => import('./collect/command.js'),
  },
];
