import { type NestedSpec, splitWords } from '@hostspec/spec';
import type { PlannedSpec } from '../plan/plan.js';
import { programOf } from '../plan/printers.js';

// Slow programs: first samples, which take their seconds whatever the host has, then the slowest first, as measured on
// hosts with many packages. A slow program that starts last makes the whole run wait.
const slow = [
  ...['vmstat', 'iostat', 'mpstat', 'systemd-cgtop'],
  ...[
    'apt',
    'apt-get',
    'apt-cache',
    'subscription-manager',
    'du',
    'lsof',
    'dnf',
    'yum',
    'podman',
    'docker',
    'rpm',
    'pmrep',
  ],
  ...['systemctl', 'lvs', 'pvs', 'vgs', 'vgdisplay', 'lvm', 'sysctl', 'find'],
];

// Podman makes mounts of its own while it runs.
const changedByCommands = /^\/proc\/(mounts|self\/mounts|self\/mountinfo)$/;

// Their time grows with the trees that they walk.
const walkers = ['du', 'find'];

/** Whether every command of a spec can be slow. Such commands run one at a time, to leave room for others. */
export const walksTrees = ({ spec }: PlannedSpec): boolean =>
  'command' in spec && walkers.includes(nameOf(spec.command));

/** Whether a spec reports what the collection itself caused, such as denials in the audit log, so that it has to run last. */
export const reportsRun = ({ spec }: PlannedSpec): boolean =>
  'command' in spec && nameOf(spec.command) === 'ausearch';

/**
 * Orders specs for a run: first files that commands could affect, and what takes its part of the journal first; then commands by
 * the known duration of their programs, the longest first, else in the given order.
 */
export function inOrder(specs: readonly PlannedSpec[]): readonly PlannedSpec[] {
  const ranks = new Map(specs.map((planned) => [planned, rankOf(planned.spec)]));
  return [...specs].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

function rankOf(spec: NestedSpec): number {
  if (spec.journal?.first) return -1;
  if (spec.type === 'simple_file') return changedByCommands.test(spec.path) ? -1 : slow.length;
  if ('specs' in spec) return Math.min(slow.length, ...spec.specs.map(rankOf));
  if ('spec' in spec) return rankOf(spec.spec);
  const rank = 'command' in spec ? slow.indexOf(nameOf(spec.command)) : -1;
  return rank === -1 ? slow.length : rank;
}

/** The name of the program that a command starts, without its directory; empty if there is no command. */
function nameOf(command: string | null): string {
  return programOf(splitWords(command ?? '')[0] ?? '');
}
