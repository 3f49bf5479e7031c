import { expect, test } from 'vitest';
import { findMac } from './mac.js';
import { findAt } from './testing/find-at.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const inverted = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff);

/** The value found at the mark of a text (or its start), and its parts that were mapped. The mapping inverts every bit. */
function found(marked: string, escaped = false) {
  const parts: string[] = [];
  const map = (name: string) => (part: Uint8Array) => {
    parts.push(`${name} ${text(part)}`);
    return inverted(part);
  };
  const value = findAt(findMac({ mac: map('mac'), port: map('port') }), marked, { escaped });
  return value && { ...value, parts };
}

const mac = '52:54:00:12:34:5f';

test.each([
  [mac, 'ad:ab:ff:ed:cb:a0'],
  ['52-54-00-12-34-5f', 'ad-ab-ff-ed-cb-a0'],
  ['52-54-00-12-34-5F', 'AD-AB-FF-ED-CB-A0'],
  ['5254.0012.345f', 'adab.ffed.cba0'],
  ['8000.52540012345f', '8000.adabffedcba0'],
  [`01:${mac}`, '01:ad:ab:ff:ed:cb:a0'],
  [`00:03:00:01:${mac}`, '00:03:00:01:ad:ab:ff:ed:cb:a0'],
  [`00:01:00:01:2a:7b:11:22:${mac}`, '00:01:00:01:2a:7b:11:22:ad:ab:ff:ed:cb:a0'],
  [`${mac}:00:0a:0b:0c:0d:0e:08:00`, 'ad:ab:ff:ed:cb:a0:ff:f5:f4:f3:f2:f1:08:00'],
  [`${mac}:00:0a:0b:0c:0d:0e:08:06`, 'ad:ab:ff:ed:cb:a0:ff:f5:f4:f3:f2:f1:08:06'],
  [`${mac}:00:0a:0b:0c:0d:0e:86:DD`, 'AD:AB:FF:ED:CB:A0:FF:F5:F4:F3:F2:F1:86:DD'],
  [
    '80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:0e:8a:cd',
    '80:00:02:08:fe:80:00:00:00:00:00:00:ff:fd:36:fc:ff:f1:75:32',
  ],
])('the addresses in %s are mapped, and nothing else', (written, wanted) => {
  for (const after of ['', ' ', ':', '.', '/', '"', '-'])
    if (!/[.-]/.test(written[4] as string) || after !== '-')
      expect([after, found(`${written}${after}`)]).toMatchObject([
        after,
        { end: written.length, text: wanted, kind: 'mac' },
      ]);
  expect(found(`"^${written}"`)?.text).toBe(wanted);
});

test('an InfiniBand address has a port, the others have MAC addresses', () => {
  expect(found('80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:0e:8a:cd')?.parts).toEqual([
    'port 0002c903000e8acd',
  ]);
  expect(found(mac)?.parts).toEqual(['mac 52540012345f']);
  expect(found(`${mac}:00:0a:0b:0c:0d:0e:08:00`)?.parts).toEqual(['mac 52540012345f', 'mac 000a0b0c0d0e']);
});

test.each([
  `02:${mac}`,
  `${mac}:01`,
  `${mac}:11:22`,
  `${mac}:11:22:33`,
  `00:03:00:02:${mac}`,
  `00:03:00:01:${mac}:01`,
  `00:01:00:02:2a:7b:11:22:${mac}`,
  `00:01:00:01:2a:7b:11:22:${mac}:01`,
  `${mac}:00:0a:0b:0c:0d:0e:08:01`,
  `${mac}:00:0a:0b:0c:0d:0e:18:00:00`,
  '80:00:02:08:fe:81:00:00:00:00:00:00:00:02:c9:03:00:0e:8a:cd',
  '80:00:02:fe:80:00:00:00:00:00:00:00:00:02:c9:03:00:0e:8a:cd',
])('the pairs of %s are no addresses', (written) => {
  expect(found(written)).toMatchObject({ text: written, parts: [] });
});

test.each([
  '52:54:00:12:34',
  '52:54-00:12:34:5f',
  '52-54:00:12:34:5f',
  `${mac}0`,
  `${mac}g`,
  `${mac}_`,
  `${mac}:1`,
  `${mac}${':00'.repeat(15)}`,
  '5254.0012.345',
  '5254.0012.345f-1',
  '5254.0012.345fa',
  '5254.0012.345f.a',
  '5254:0012:345f',
  '8000.52540012345',
  '8000.52540012345f-1',
  '8000.52540012345f.b',
  `x^${mac}`,
  `0^${mac}`,
  `é^${mac}`,
  `_^${mac}`,
  `:^${mac}`,
  `2:^${mac}`,
  `01:^${mac}`,
  `.1:^${mac}`,
  `a1:^${mac}`,
  `-1:^${mac}`,
  '-^52-54-00-12-34-5f',
  '.^52-54-00-12-34-5f',
  '-^5254.0012.345f',
  '.^5254.0012.345f',
  '.^8000.52540012345f',
])('nothing is found in %s', (written) => {
  expect(found(written)).toBeUndefined();
});

test.each([`1:^${mac}`, ` 1:^${mac}`, `"1:^${mac}`, `-^${mac}`, `.^${mac}`, `=^${mac}`, '/^5254.0012.345f'])(
  'an address is found in %s',
  (written) => {
    expect(found(written)).toMatchObject({ start: written.indexOf('^'), kind: 'mac' });
  },
);

test('behind an escape sequence, an address starts whatever its last byte is', () => {
  for (const before of ['n', 'm', 'F', '_', ':', '-'])
    expect([before, found(`${before}^52-54-00-12-34-5f`, true)]).toMatchObject([before, { start: 1 }]);
});
