import {
  type Interface,
  type InterfaceAddress,
  interfaceAddresses,
  interfaces,
  kernelAddresses,
  type LinkSettings,
  type Losses,
  linkSettings,
  losses,
} from '../../network.js';
import { kernelListeners, type Listener, netstatListeners, ssListeners } from '../../sockets.js';
import { mapped } from '../../table.js';
import { countOf, percentOf } from '../../words.js';
import { factTable } from '../declaration.js';

/** Network interfaces. */
export const networkInterface = factTable({
  name: 'interface',
  doc: 'A network interface',
  columns: {
    name: { type: 'text', doc: 'The name, such as eth0' },
    state: { type: 'text', doc: 'The state as the kernel sees it: UP, DOWN, UNKNOWN, …' },
    enabled: { type: 'boolean', doc: 'An administrator or a program set it up' },
    carrier: { type: 'boolean', doc: 'It has a link; only if it is enabled' },
    mtu: { type: 'integer', unit: 'bytes', doc: 'The largest packet' },
    duplex: { type: 'text', doc: 'full, or half: it cannot send while it receives; only with a link' },
    mac: { type: 'text', doc: 'The hardware address', identity: true },
    master: { type: 'text', doc: 'The bond or bridge that it belongs to' },
    received: { type: 'integer', unit: 'count', doc: 'Packets received', volatile: true },
    received_errors: { type: 'integer', unit: 'count', doc: 'Packets received with errors', volatile: true },
    received_dropped: { type: 'integer', unit: 'count', doc: 'Packets received and dropped', volatile: true },
    received_lost_percent: {
      type: 'real',
      unit: 'percent',
      doc: 'Packets received and dropped or lost, of all received',
      volatile: true,
    },
    sent: { type: 'integer', unit: 'count', doc: 'Packets sent', volatile: true },
    sent_errors: { type: 'integer', unit: 'count', doc: 'Packets that could not be sent', volatile: true },
    sent_dropped: {
      type: 'integer',
      unit: 'count',
      doc: 'Packets dropped before they were sent',
      volatile: true,
    },
    sent_lost_percent: {
      type: 'real',
      unit: 'percent',
      doc: 'Packets dropped or lost before they were sent, of all sent',
      volatile: true,
    },
  },
  key: ['name'],
  parts: [
    [
      {
        spec: 'ip_addr',
        rows: mapped(interfaces, ({ name, state, mtu, isEnabled, hasCarrier, mac, master }: Interface) => ({
          name,
          state,
          enabled: isEnabled,
          carrier: hasCarrier,
          mtu,
          mac,
          master,
        })),
      },
    ],
    [
      {
        spec: 'ip_s_link',
        rows: mapped(losses, (one) => (one.direction === 'received' ? received(one) : undefined)),
      },
    ],
    [
      {
        spec: 'ip_s_link',
        rows: mapped(losses, (one) => (one.direction === 'sent' ? sent(one) : undefined)),
      },
    ],
    [
      {
        spec: 'ethtool',
        rows: mapped(linkSettings, ({ name, duplex }: LinkSettings) =>
          duplex === undefined ? undefined : { name, duplex: duplex.toLowerCase() },
        ),
        gives: ['name', 'duplex'],
      },
    ],
  ],
});

function received({ name, packets, lost }: Losses) {
  return {
    name,
    received: packets,
    received_errors: lost.errors ?? 0,
    received_dropped: lost.dropped ?? 0,
    received_lost_percent: lostPercent(lost, packets),
  };
}

function sent({ name, packets, lost }: Losses) {
  return {
    name,
    sent: packets,
    sent_errors: lost.errors ?? 0,
    sent_dropped: lost.dropped ?? 0,
    sent_lost_percent: lostPercent(lost, packets),
  };
}

function lostPercent(lost: Losses['lost'], packets: number): number {
  const sum = Object.values(lost).reduce((all, count) => all + count, 0);
  return percentOf(sum, packets) ?? 0;
}

/** Addresses of interfaces. */
export const address = factTable({
  name: 'address',
  doc: 'An address of a network interface',
  columns: {
    interface: { type: 'text', doc: 'The interface; not known for an IPv4 address of a host without ip' },
    address: { type: 'text', doc: 'The address', identity: true },
    family: { type: 'text', doc: 'ipv4 or ipv6' },
    prefix: { type: 'integer', doc: 'Bits of the network' },
    scope: { type: 'text', doc: 'Where it is valid: global, link, host' },
    duplicate: { type: 'boolean', doc: 'The kernel found the same address on another host' },
  },
  key: ['interface', 'address'],
  parts: [
    [
      {
        spec: 'ip_addr',
        rows: mapped(interfaceAddresses, ({ isDuplicate, ...rest }: InterfaceAddress) => ({
          ...rest,
          duplicate: isDuplicate,
        })),
      },
      { spec: 'proc_net_addresses', rows: kernelAddresses },
    ],
  ],
});

function listening({ protocol, address: local, port, program }: Listener) {
  const host = local.replace(/^\[|\](?=%|$)|%.*$/g, '');
  const scope = /^(?:\*|0\.0\.0\.0|::)$/.test(host)
    ? 'any'
    : /^(?:127\.|::1$|::ffff:127\.)/.test(host)
      ? 'loopback'
      : 'address';
  return { protocol, address: local, scope, port: countOf(port), program };
}

/** Sockets that wait for connections or datagrams. */
export const listener = factTable({
  name: 'listener',
  doc: 'A TCP or UDP socket that waits for connections or datagrams',
  columns: {
    protocol: { type: 'text', doc: 'tcp or udp' },
    address: { type: 'text', doc: 'The local address', identity: true },
    scope: { type: 'text', doc: 'Who can reach it: any address, loopback, or one address' },
    port: { type: 'integer', doc: 'The port' },
    program: { type: 'text', doc: 'The program, if the collector was allowed to see it' },
  },
  key: ['protocol', 'address', 'port'],
  parts: [
    [
      { spec: 'ss', rows: mapped(ssListeners, listening) },
      { spec: 'ss_listening', rows: mapped(ssListeners, listening) },
      ...['netstat', 'busybox_netstat'].map((spec) => ({
        spec,
        rows: mapped(netstatListeners, listening),
      })),
      { spec: 'proc_net_sockets', rows: mapped(kernelListeners, listening) },
    ],
  ],
});
