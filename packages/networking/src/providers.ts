import { defineProvider, listOr, runLines } from '@hostspec/spec';

/** The Ethernet interfaces. */
export const interfaces = defineProvider({
  name: 'interfaces',
  doc: 'Sorted distinct names of the interfaces whose link layer is Ethernet, from `/sbin/ip -o link`: this includes bridges, bonds, veth and VLANs (`eth0.5`, without the `@eth0`), but not loopback, InfiniBand and tunnels. A name that begins with a hyphen is left out because ethtool would read it as an option.',
  yields: 'list',
  async evaluate({ host }) {
    const lines = (await runLines(host, '/sbin/ip -o link')) ?? [];
    const names = lines
      .filter((line) => /\slink\/ether\s/.test(line))
      .map((line) => /^\d+:\s+([^:@\s]+)/.exec(line)?.[1] ?? '')
      .filter((name) => name !== '' && !name.startsWith('-'));
    return listOr([...new Set(names)].sort(), 'no Ethernet interface');
  },
});

/** The devices of team connections. */
export const teamInterfaces = defineProvider({
  name: 'team_interfaces',
  doc: 'Sorted distinct devices of the active connections of type team, from `/usr/bin/nmcli conn show`. The columns are found by the UUID, so long names do not shift them. The ports of a team (type `team-slave`) do not count; in the reference implementation they do.',
  yields: 'list',
  async evaluate({ host }) {
    const lines = (await runLines(host, '/usr/bin/nmcli conn show')) ?? [];
    const devices = lines.flatMap((line) => {
      const [, type, device = '--'] =
        /\s[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\s+(\S+)\s+(\S+)\s*$/i.exec(line) ?? [];
      return type === 'team' && !device.startsWith('-') ? [device] : [];
    });
    return listOr([...new Set(devices)].sort(), 'no active team connection');
  },
});
