import { counted, someOf } from '@hostspec/host-kit';
import {
  bondOf,
  type DefaultRoute,
  defaultRoutes,
  type Interface,
  interfaces,
  kernelAddresses,
  type Losses,
  losses,
  nameServersOf,
  rowsOf,
} from '@hostspec/parse';
import type { Evidence, Piece } from '../evidence.js';
import type { Finding } from '../summary.js';

const most = 12;

/** Addresses, default routes, bonds, and interfaces that lost packets. */
export async function networkFacts({ rows, pieces, text }: Evidence): Promise<Finding[]> {
  const bonds = (await pieces('bond')).flatMap(({ name, text: content }) => bondFact(name, content));
  const listed = interfaceFacts(await rows('ip_addr', interfaces));
  return [
    ...(listed.length > 0 ? listed : addressFacts(await pieces('proc_net_addresses'))),
    ...routeFacts(await rows('ip_route_show_table_all', defaultRoutes)),
    ...nameServerFacts((await text('resolv_conf')) ?? ''),
    ...bonds,
    ...lossFacts(await rows('ip_s_link', losses)),
  ];
}

function interfaceFacts(all: readonly Interface[]): Finding[] {
  const shown = all.filter(
    ({ name, addresses }) => name !== 'lo' && (addresses.length > 0 || !isVirtual(name)),
  );
  const facts = shown.slice(0, most).map(
    (one): Finding => ({
      label: one.name,
      text: [
        one.state.toLowerCase(),
        one.addresses.length === 0 ? 'no address' : someOf(one.addresses, 4),
        ...(one.mac === undefined ? [] : [one.mac]),
        ...(one.mtu === undefined ? [] : [`MTU ${one.mtu}`]),
      ].join(', '),
      from: 'ip_addr',
      data: one,
    }),
  );
  if (all.length === 0) return facts;
  const names = new Set(shown.slice(0, most).map(({ name }) => name));
  const rest = all.map(({ name }) => name).filter((name) => name !== 'lo' && !names.has(name));
  const more: Finding = { label: 'others', text: someOf(rest, most), from: 'ip_addr', data: rest };
  if (rest.length > 0) return [...facts, more];
  const none: Finding = { label: 'interfaces', text: 'only lo', from: 'ip_addr', whole: true, data: [] };
  return facts.length > 0 ? facts : [none];
}

function addressFacts(lists: readonly Piece[]): Finding[] {
  const addresses = lists
    .flatMap((list) => rowsOf(kernelAddresses, list.text))
    .filter(({ interface: name, scope }) => name !== 'lo' && scope !== 'host')
    .map(({ address, interface: name }) => (name === undefined ? address : `${address} on ${name}`));
  return addresses.length === 0
    ? []
    : [{ label: 'addresses', text: someOf(addresses, most), from: 'proc_net_addresses', data: addresses }];
}

function isVirtual(name: string): boolean {
  return /^(?:veth|tap|vnet|cali|docker|virbr|br-)/.test(name);
}

function routeFacts(routes: readonly DefaultRoute[]): Finding[] {
  return routes.slice(0, 4).map(({ via, device, metric }) => ({
    label: 'default route',
    text: [via && `via ${via}`, device && `on ${device}`, metric && `metric ${metric}`]
      .filter(Boolean)
      .join(' '),
    from: 'ip_route_show_table_all',
    whole: true,
    data: { via, device, metric },
  }));
}

function nameServerFacts(resolv: string): Finding[] {
  const servers = nameServersOf(resolv);
  return servers.length === 0
    ? []
    : [{ label: 'DNS servers', text: someOf(servers, 4), from: 'resolv_conf', data: servers }];
}

function bondFact(path: string, text: string): Finding[] {
  const bond = bondOf(text);
  if (!bond) return [];
  const members = bond.members.map(({ name, status, failures }) =>
    failures > 0 ? `${name} ${status} (${counted(failures, 'failure')})` : `${name} ${status}`,
  );
  return [
    {
      label: path.split('/').at(-1) ?? path,
      text: `${bond.mode}, ${bond.status ?? 'unknown'}: ${someOf(members, 8)}`,
      from: 'bond',
      data: bond,
    },
  ];
}

function lossFacts(all: readonly Losses[]): Finding[] {
  const lossy = all.filter(({ lost }) => Object.keys(lost).length > 0);
  return lossy.slice(0, most).map(({ name, direction, packets, lost }) => {
    const counts = Object.entries(lost).map(([kind, count]) => `${count} ${kind}`);
    return {
      label: name,
      text: `${counts.join(', ')} of ${packets} packets ${direction}`,
      from: 'ip_s_link',
      data: { name, direction, packets, lost },
    };
  });
}
