import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Finding } from './finding.js';

/** What root needs each capability for, by its number. */
const needed: readonly (readonly [bit: number, name: string, use: string])[] = [
  [2, 'CAP_DAC_READ_SEARCH', 'to read files of all users'],
  [7, 'CAP_SETUID', 'to run commands with the rights of the users whose data they read'],
  [12, 'CAP_NET_ADMIN', 'for ethtool, firewalls and sockets'],
  [17, 'CAP_SYS_RAWIO', 'for the health of disks'],
  [19, 'CAP_SYS_PTRACE', 'for files and links of processes of others'],
  [21, 'CAP_SYS_ADMIN', 'for storage, quotas and namespaces'],
  [34, 'CAP_SYSLOG', 'for the log of the kernel'],
];

const overridesReading = 1;

/** Who collects, and with which rights. */
export function userFindings(): Finding[] {
  const user = process.geteuid?.() ?? 0;
  const groups = process.getgroups?.() ?? [];
  const who = `${nameOf(user)}, groups ${groups.join(', ') || 'none'}`;
  if (user !== 0)
    return [{ level: 'note', topic: 'user', text: who, advice: 'collect as root to have everything' }];
  return [{ level: 'ok', topic: 'user', text: who }, capabilityFinding(effectiveCapabilities())];
}

/** The finding for root with these capabilities. */
export function capabilityFinding(effective: bigint | undefined): Finding {
  const topic = 'capabilities';
  if (effective === undefined) return { level: 'note', topic, text: 'are not known without /proc' };
  const has = (bit: number): boolean => ((effective >> BigInt(bit)) & 1n) === 1n;
  const missing = needed.filter(
    ([bit, name]) => !has(bit) && !(name === 'CAP_DAC_READ_SEARCH' && has(overridesReading)),
  );
  if (missing.length === 0) return { level: 'ok', topic, text: 'root has all that specs need' };
  return {
    level: 'note',
    topic,
    text: `root does not have ${missing.length} of those that specs need`,
    details: missing.map(([, name, use]) => `${name}, ${use}`),
    advice: 'collect outside of the container or service that takes them away',
  };
}

function effectiveCapabilities(): bigint | undefined {
  try {
    const [, digits] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    return digits === undefined ? undefined : BigInt(`0x${digits}`);
  } catch {
    return undefined;
  }
}

function nameOf(user: number): string {
  try {
    return `${userInfo().username} (${user})`;
  } catch {
    return `user ${user}, who has no name`;
  }
}
