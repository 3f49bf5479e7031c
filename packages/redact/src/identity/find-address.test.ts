import { expect, test } from 'vitest';
import { findAddress } from './find-address.js';
import { findAt } from './testing/find-at.js';

const inverted = (address: Uint8Array): Uint8Array => address.map((byte) => byte ^ 1);
const ip = { v4: (address: number) => (address ^ 1) >>> 0, v6: inverted };
const mac = { mac: inverted, port: inverted };
const zeros = '0'.repeat(32);

const samples: Readonly<Record<'ip' | 'mac', readonly (readonly [string, string])[]>> = {
  ip: [
    ['^1.2.3.8', '1.2.3.9'],
    ['^10.2.3.8', '10.2.3.9'],
    ['^100.2.3.8', '100.2.3.9'],
    ['^a.0.a.2.ip6.arpa', 'b.0.b.2.'],
    ['^1.0.a.2.ip6.arpa', '0.0.b.2.'],
    ['^::8', '101:101:101:101:101:101:101:109'],
    ['^2a02::', '2b03:101:101:101:101:101:101:101'],
    ['^064:ff9b::', '165:fe9a:101:101:101:101:101:101'],
    ['^64:ff9b::', '165:fe9a:101:101:101:101:101:101'],
    ['^0::8', '101:101:101:101:101:101:101:109'],
    ['1: ^291E140A:0016 4D1E140A:C7B2 01 ', '281E140A:0016 4C1E140A'],
    ['eth0\t^001E140A\t011E140A\t0003\t', '011E140A\t001E140A'],
    [`^${zeros} 01 80 10 80 lo`, '01'.repeat(16)],
    [`1: ^${zeros}:0016 ${zeros}:0000 0A `, `${'01'.repeat(16)}:0016 ${'01'.repeat(16)}`],
  ],
  mac: [
    ['^52:54:00:12:34:56', '53:55:01:13:35:57'],
    ['^52-54-00-12-34-56', '53-55-01-13-35-57'],
    ['^5254.0012.3456', '5355.0113.3557'],
    ['^8000.525400123456', '8000.535501133557'],
  ],
};

test.each(['ip', 'mac'] as const)('addresses of each form are found if they are asked for: %s', (kind) => {
  const all = findAddress({ ip, mac });
  const only = findAddress({ ip: undefined, mac: undefined, [kind]: { ip, mac }[kind] });
  const others = findAddress({ ip, mac, [kind]: undefined });
  for (const [marked, wanted] of samples[kind]) {
    expect([marked, findAt(all, marked)?.text]).toEqual([marked, wanted]);
    expect([marked, findAt(only, marked)]).toEqual([marked, findAt(all, marked)]);
    expect([marked, findAt(others, marked)]).toEqual([marked, undefined]);
  }
});

test.each([
  '^g1.2.3.4',
  '^x',
  '^/::1',
  '^be',
  '^added',
  '^1',
  '^1234567',
  `^${'1'.repeat(64)}`,
  '^12345678 ',
])('no address is found in %s', (marked) => {
  expect(findAt(findAddress({ ip, mac }), marked)).toBeUndefined();
});
