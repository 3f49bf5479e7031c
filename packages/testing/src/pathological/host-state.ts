import type { PathologicalHost } from './pathological-host.js';

/** The state that a guest must not change, each part as lines of text. */
export const stateParts = [
  'modules',
  'mounts',
  'addresses',
  'routes',
  'neighbours',
  'rules',
  'sysctl',
  'processes',
  'sessions',
  'ipc',
  'loop devices',
] as const;

/** The state of a host, by part. */
export type HostState = Readonly<Record<(typeof stateParts)[number], readonly string[]>>;

// Values that the kernel counts or chooses at random.
const volatileSettings =
  /^(?:kernel\.random|kernel\.ns_last_pid|kernel\.pty\.nr|fs\.(?:dentry-state|inode-(?:nr|state)|file-nr|aio-nr|quota)|net\.netfilter\.nf_conntrack_count|kernel\.(?:tainted|keys)|dev\.cdrom)/;

const commands: Readonly<Record<(typeof stateParts)[number], readonly string[]>> = {
  modules: ['cut', '-d', ' ', '-f', '1', '/proc/modules'],
  mounts: ['cut', '-d', ' ', '-f', '5-', '/proc/self/mountinfo'],
  addresses: ['ip', '-o', 'addr'],
  routes: ['ip', 'route', 'show', 'table', 'all'],
  neighbours: ['ip', 'neigh'],
  rules: ['ip', 'rule'],
  sysctl: ['sysctl', '-a'],
  processes: ['ps', '-eo', 'args'],
  sessions: ['who', '-a'],
  ipc: ['ipcs'],
  'loop devices': ['losetup', '-a'],
};

// As `ps -eo args` prints them; a minimal system has no ps.
const script = 'for file in /proc/[0-9]*/cmdline; do tr "\\0" " " < "$file"; echo; done 2> /dev/null; exit 0';

/** The command lines of all processes inside a pathological host, one a line. */
export function commandLines(host: PathologicalHost): Promise<string> {
  return host.prepare('sh', '-c', script);
}

/** Records the state of a host as seen inside; `enter` is the command that enters a view of it. */
export async function hostState(
  host: PathologicalHost,
  enter: (argv: readonly string[]) => readonly string[] = (argv) => argv,
): Promise<HostState> {
  const parts: [string, readonly string[]][] = [];
  for (const part of stateParts) {
    const { stdout } = await host.run(enter(commands[part]));
    parts.push([
      part,
      stdout
        .split('\n')
        .filter((line) => line !== '' && !volatileSettings.test(line))
        .sort(),
    ]);
  }
  return Object.fromEntries(parts) as HostState;
}

/** The differences between two states: lines with the part, and `-` if gone or `+` if new. */
export function stateChanges(before: HostState, after: HostState): string[] {
  return stateParts.flatMap((part) => [
    ...without(before[part], after[part]).map((line) => `${part}: - ${line}`),
    ...without(after[part], before[part]).map((line) => `${part}: + ${line}`),
  ]);
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
