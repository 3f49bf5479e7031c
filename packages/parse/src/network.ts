import { blocks, linesOf, type Open, type Table, type Text } from './table.js';
import { countOf, ipv6Of, valuesOf, wordsOf } from './words.js';

/** A network interface in the output of `ip address`. */
export interface Interface {
  readonly name: string;
  /** The interface below it, or its other end, such as `bond0` in `bond0.100@bond0`. */
  readonly link: string | undefined;
  /** `UP`, `LOWER_UP`, `NO-CARRIER`, … */
  readonly flags: readonly string[];
  /** `UP`, `DOWN`, `UNKNOWN`, … */
  readonly state: string;
  /** Bytes. */
  readonly mtu: number | undefined;
  /** True if it was set up; there may still be no signal. */
  readonly isEnabled: boolean;
  /** True if there is a signal; undefined if the interface does not report it, as one that is not enabled. */
  readonly hasCarrier: boolean | undefined;
  /** The hardware address; undefined if the kind of interface has none. */
  readonly mac: string | undefined;
  /** The bond or bridge that it belongs to. */
  readonly master: string | undefined;
  /** Addresses with the length of their prefix. */
  readonly addresses: readonly string[];
}

/** The interfaces of `ip address` (spec `ip_addr`). */
export const interfaces: Table<Interface> = blocks<Open<Interface> & { readonly addresses: string[] }>(
  (line) => {
    const name = interfaceIn(line);
    if (name === undefined) return undefined;
    const words = wordsOf(line);
    const flags = /<([A-Z0-9_,-]{0,300})>/.exec(line)?.[1]?.split(',') ?? [];
    const isEnabled = flags.includes('UP');
    return {
      name,
      link: /^\d+: [^:@\s]{1,64}@([^:\s]{1,64}):/.exec(line)?.[1],
      flags,
      state: wordAfter(words, 'state') ?? 'UNKNOWN',
      mtu: countOf(wordAfter(words, 'mtu')),
      isEnabled,
      hasCarrier: isEnabled ? !flags.includes('NO-CARRIER') : undefined,
      mac: macIn(words),
      master: wordAfter(words, 'master'),
      addresses: addressesIn(words),
    };
  },
  (row, line) => {
    const words = wordsOf(line);
    row.mac ??= macIn(words);
    row.addresses.push(...addressesIn(words));
  },
);

/** An address of an interface. */
export interface InterfaceAddress {
  readonly interface: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly address: string;
  /** Length of the prefix, in bits. */
  readonly prefix: number | undefined;
  /** `global`, `link`, `host`, … */
  readonly scope: string | undefined;
  /** True if another host has the same address. */
  readonly isDuplicate: boolean;
}

/** The addresses in the output of `ip address` (spec `ip_addr`). */
export const interfaceAddresses: Table<InterfaceAddress> = () => {
  let name: string | undefined;
  return {
    line(text) {
      name = interfaceIn(text) ?? name;
      const words = wordsOf(text);
      const [whole] = addressesIn(words);
      if (name === undefined || whole === undefined) return undefined;
      const [address = '', prefix] = whole.split('/');
      return {
        interface: name,
        family: words[0] === 'inet6' ? 'ipv6' : 'ipv4',
        address,
        prefix: countOf(prefix),
        scope: wordAfter(words, 'scope'),
        isDuplicate: words.includes('dadfailed'),
      };
    },
  };
};

/** An address in a list of the kernel. The list of IPv4 names no interface. */
type KernelAddress = Omit<InterfaceAddress, 'interface' | 'isDuplicate'> & {
  readonly interface: string | undefined;
};

/**
 * The addresses of the host in `/proc/net/fib_trie` and `/proc/net/if_inet6` (spec `proc_net_addresses`). Broadcast addresses are not among
 * them.
 */
export const kernelAddresses: Table<KernelAddress> = () => {
  let isLocal = false;
  let last: string | undefined;
  return {
    line(text) {
      const inet6 = /^([\da-f]{32}) [\da-f]{2} ([\da-f]{2}) ([\da-f]{2}) [\da-f]{2} +(\S{1,64})$/.exec(text);
      if (inet6) {
        const [, digits = '', prefix = '', scope = '', name] = inet6;
        return {
          interface: name,
          family: 'ipv6',
          address: ipv6Of(digits),
          prefix: Number.parseInt(prefix, 16),
          scope: scopes[scope],
        };
      }
      // The table of the host's own addresses comes after those of its routes, which can have them, too.
      if (/^\S/.test(text)) isLocal = text === 'Local:';
      last = /^ *\|-- ([\d.]{7,15})$/.exec(text)?.[1] ?? last;
      if (!isLocal || last === undefined || !/^ *\/32 host LOCAL$/.test(text)) return undefined;
      return {
        interface: undefined,
        family: 'ipv4',
        address: last,
        prefix: undefined,
        scope: last.startsWith('127.') ? 'host' : undefined,
      };
    },
  };
};

const scopes: Readonly<Record<string, string>> = { '00': 'global', '10': 'host', '20': 'link', '40': 'site' };

function macIn(words: readonly string[]): string | undefined {
  const kind = words.find((word) => word.startsWith('link/'));
  const mac = kind === undefined ? undefined : wordAfter(words, kind);
  return mac !== undefined && /^[\da-f]{2}(?::[\da-f]{2}){1,31}$/i.test(mac) ? mac : undefined;
}

function addressesIn([family = '', address]: readonly string[]): string[] {
  return /^inet6?$/.test(family) && address !== undefined ? [address] : [];
}

/** The interface whose description a line of `ip` begins. */
function interfaceIn(line: string): string | undefined {
  return /^\d+: ([^:@\s]{1,64})[:@]/.exec(line)?.[1];
}

function wordAfter(words: readonly string[], word: string): string | undefined {
  return words[words.indexOf(word) + 1 || words.length];
}

/** Packets that an interface passed and lost, in one direction. */
export interface Losses {
  readonly name: string;
  readonly direction: 'received' | 'sent';
  /** Packets in this direction since the interface was created. */
  readonly packets: number;
  /** Lost packets by counter, such as `errors` and `dropped`. Counters that are 0 are left out. */
  readonly lost: Readonly<Record<string, number>>;
}

const lossKinds = ['errors', 'dropped', 'missed', 'overrun', 'carrier', 'collsns'];

/** Packets passed and lost by each interface in the output of `ip -s link` (spec `ip_s_link`): two rows each. */
export const losses: Table<Losses> = () => {
  let name: string | undefined;
  let head: { readonly direction: Losses['direction']; readonly columns: string[] } | undefined;
  return {
    line(text) {
      name = interfaceIn(text) ?? name;
      const direction = /^\s+(RX|TX):\s/.exec(text)?.[1];
      const before = head;
      head =
        direction === undefined
          ? undefined
          : { direction: direction === 'RX' ? 'received' : 'sent', columns: wordsOf(text).slice(1) };
      if (name === undefined || before === undefined) return undefined;
      const counts = wordsOf(text).map(countOf);
      const lost = before.columns
        .map((kind, at) => [kind, counts[at] ?? 0] as const)
        .filter(([kind, count]) => lossKinds.includes(kind) && count > 0);
      const packets = counts[before.columns.indexOf('packets')] ?? 0;
      return { name, direction: before.direction, packets, lost: Object.fromEntries(lost) };
    },
  };
};

/** Settings that a network card and the other end of its link agreed on. */
export interface LinkSettings {
  readonly name: string;
  /** `Full` or `Half`; undefined without a link, even if the driver reports one. */
  readonly duplex: string | undefined;
}

/** The settings of a link in the output of `ethtool` with one interface (spec `ethtool`). */
export const linkSettings: Table<LinkSettings> = () => {
  let [name, duplex]: (string | undefined)[] = [];
  return {
    line(text) {
      name = /^Settings for (\S{1,64}):$/.exec(text)?.[1] ?? name;
      duplex = /^\s+Duplex: (Full|Half)$/.exec(text)?.[1] ?? duplex;
      const link = /^\s+Link detected: (yes|no)/.exec(text)?.[1];
      if (name === undefined || link === undefined) return undefined;
      return { name, duplex: link === 'yes' ? duplex : undefined };
    },
  };
};

/** A default route. */
export interface DefaultRoute {
  readonly via: string | undefined;
  readonly device: string | undefined;
  readonly metric: string | undefined;
}

/** The default routes of the main table in `ip route show table all` (spec `ip_route_show_table_all`). */
export const defaultRoutes: Table<DefaultRoute> = () => {
  let inDefault = false;
  return {
    line(text) {
      const words = wordsOf(text);
      const table = wordAfter(words, 'table');
      if (!/^\s/.test(text)) inDefault = words[0] === 'default' && (table === undefined || table === 'main');
      const [via, device] = [wordAfter(words, 'via'), wordAfter(words, 'dev')];
      // If there are several next hops, each has a line.
      if (!inDefault || (via === undefined && device === undefined)) return undefined;
      return { via, device, metric: wordAfter(words, 'metric') };
    },
  };
};

/** A bonded interface. */
export interface Bond {
  readonly mode: string | undefined;
  readonly status: string | undefined;
  readonly active: string | undefined;
  /** `failures` counts how often the link was lost. */
  readonly members: readonly { readonly name: string; readonly status: string; readonly failures: number }[];
}

/** The state of a bond in its file of `/proc/net/bonding` (spec `bond`); undefined if it is something else. */
export function bondOf(text: Text): Bond | undefined {
  const parts: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (line.startsWith(memberKey)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const [head, ...members] = parts.map((lines) => valuesOf(lines));
  const mode = head?.get('Bonding Mode');
  if (mode === undefined) return undefined;
  return {
    mode,
    status: head?.get('MII Status'),
    active: head?.get('Currently Active Slave'),
    members: members.map((state) => ({
      name: state.get(memberKey.slice(0, -1)) ?? '',
      status: state.get('MII Status') ?? 'unknown',
      failures: countOf(state.get('Link Failure Count')) ?? 0,
    })),
  };
}

const memberKey = 'Slave Interface:';

/** The name servers in `/etc/resolv.conf` (spec `resolv_conf`). */
export function nameServersOf(text: string): string[] {
  return [...text.matchAll(/^[ \t]*nameserver[ \t]+([0-9A-Fa-f.:%\w-]{1,100})/gm)].map(
    ([, server = '']) => server,
  );
}
