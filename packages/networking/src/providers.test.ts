import { readFileSync } from 'node:fs';
import { isNothing, joinWords, splitWords } from '@hostspec/spec';
import {
  fakeContext,
  fakeHost,
  garbageTexts,
  namespacedHost,
  namespacedHostNeeds,
  needs,
} from '@hostspec/testing';
import { describe, expect, it } from 'vitest';
import { interfaces, teamInterfaces } from './providers.js';
import { networking } from './specs.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const ip = fixture('ip-o-link.txt');
const nmcli = fixture('nmcli-conn-show.txt');

describe('interfaces', () => {
  const of = (output: string) =>
    interfaces.definition.evaluate(fakeContext(fakeHost({ commands: { '/sbin/ip -o link': output } })));

  it('gives the Ethernet interfaces, sorted, without the part after @ and without names that look like options', async () => {
    expect(await of(ip)).toEqual(['bond0', 'bond0.5', 'br0', 'ens192', 'vethb3c1']);
  });

  it('takes the name after the index, whatever blanks are between them', async () => {
    expect(
      await of('10:   eth9: <UP> mtu 1500 link/ether 52:54:00:00:00:01 brd ff:ff:ff:ff:ff:ff\n'),
    ).toEqual(['eth9']);
  });

  it('takes only rows that begin with an index', async () => {
    expect(await of('error at 10: eth9: <UP> link/ether 52:54:00:00:00:01\n')).toEqual({
      nothing: 'no Ethernet interface',
    });
  });

  it('says why there is nothing', async () => {
    const lo = ip.split('\n')[0] ?? '';
    expect(await of(lo)).toEqual({ nothing: 'no Ethernet interface' });
    expect(await of('')).toEqual({ nothing: 'no Ethernet interface' });
    expect(isNothing(await interfaces.definition.evaluate(fakeContext(fakeHost())))).toBe(true);
  });
});

describe('team_interfaces', () => {
  const of = (output: string) =>
    teamInterfaces.definition.evaluate(
      fakeContext(fakeHost({ commands: { '/usr/bin/nmcli conn show': output } })),
    );

  it('reads the command of an entry', async () => {
    const host = fakeHost();
    await teamInterfaces.definition.evaluate(fakeContext(host));
    expect(host.ran).toEqual([joinWords(splitWords(networking.specs.nmcli_conn_show.command))]);
  });

  it('gives the devices of active team connections, not of their ports', async () => {
    expect(await of(nmcli)).toEqual(['team0', 'team1']);
  });

  it('recognises a UUID in upper case', async () => {
    const line = (uuid: string) => `NAME  UUID  TYPE  DEVICE\nx  ${uuid}  team  team7\n`;
    const uuid = '9c92fad9-6ecb-3e6c-eb4d-8a47c6f50c04';
    expect(await of(line(uuid.toUpperCase()))).toEqual(['team7']);
    expect(await of(line(uuid.replace('c04', 'g04')))).toEqual({ nothing: 'no active team connection' });
  });

  it('takes the last column, and no device that looks like an option, or a hyphen for none', async () => {
    const row = (rest: string) => `x  9c92fad9-6ecb-3e6c-eb4d-8a47c6f50c04  team  ${rest}\n`;
    expect(await of(row('team7  '))).toEqual(['team7']);
    for (const rest of ['-x', '--', 'team7 and more', ''])
      expect(await of(row(rest))).toEqual({ nothing: 'no active team connection' });
  });

  it('says why there is nothing', async () => {
    expect(await of('Error: NetworkManager is not running.\n')).toEqual({
      nothing: 'no active team connection',
    });
    expect(isNothing(await teamInterfaces.definition.evaluate(fakeContext(fakeHost())))).toBe(true);
  });
});

it('gives only valid arguments, whatever the commands print', async () => {
  for (const output of garbageTexts([
    ...ip.split(/(?<=[\n:@\\])/),
    ...nmcli.split(/(?<= {2})/),
    'link/ether ',
  ])) {
    const host = fakeHost({
      commands: { '/sbin/ip -o link': { output }, '/usr/bin/nmcli conn show': { output } },
    });
    for (const provider of [interfaces, teamInterfaces]) {
      const value = await provider.definition.evaluate(fakeContext(host));
      if (isNothing(value) || 'leftOut' in value) continue;
      expect(value.length).toBeGreaterThan(0);
      for (const element of value) expect(element).toMatch(/^[^-\s]\S*$/);
    }
  }
});

needs('ip', ...namespacedHostNeeds)(
  'finds a veth pair, a bridge and nothing else in a network of its own',
  async () => {
    const inside = await namespacedHost();
    try {
      inside.prepare('ip', 'link', 'add', 'east0', 'type', 'veth', 'peer', 'name', 'west0');
      inside.prepare('ip', 'link', 'add', 'br-test', 'type', 'bridge');
      const value = await interfaces.definition.evaluate(fakeContext(inside.host));
      expect(value).toEqual(['br-test', 'east0', 'west0']);
    } finally {
      await inside.end();
    }
  },
);
