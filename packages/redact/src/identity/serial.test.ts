import { expect, test } from 'vitest';
import { createIdentityMap, createIdentityUnmap } from './map.js';

const key = Buffer.alloc(32, 7);
const serials = ['WD-WCC4N7654321', '8xk2R93', 'none', '0000000', '12'];
const map = createIdentityMap({ key, kinds: ['serial'], serials });
const unmap = createIdentityUnmap({ key, kinds: ['serial'] });

const texts = [
  '\tSerial Number: «CN7792163A0012»\n\tUUID: 4c4c4544-0051\n',
  'Serial Number: «VMware-42 1c 6e 8f 0a 33-b1 07»\n',
  'Serial Number:    «WD-WCC4N1234567»\nFirmware Version: 80.00A80\n',
  'Serial number:        «Z1Z2AB3C0000C4»\n',
  'E: ID_SERIAL_SHORT=«S3Z2NB0K12345a»\nE: ID_SERIAL=«Samsung_SSD_860_S3Z2NB0K12345a»\n',
  'NAME="sda" SERIAL="«S3Z2NB0K12345»" MODEL="x 9"\n',
  '{"name":"sda","serial":"«S3Z2NB0K12345»","rev": "1.0"}\n',
  'SerialNumber=«9TE1AB22» Slot=0\n',
  'sda  disk  «WD-WCC4N7654321»  1.8T\n',
  '/dev/disk/by-id/ata-WDC_WD40_«WD-WCC4N7654321»-part1\n',
  'service tag «8XK2R93»\n',
  'Machine ID:                 «0a1b2c3d4e5f60718293a4b5c6d7e8f9»\n',
  'System UUID:                «4C4C4544-0042-3510-8051-B4C04F4D3332»\n',
  '{"systemUUID":"«4C4C4544-0042-3510-8051-B4C04F4D3332»"}\n',
  'dmi.system.uuid: «4C4C4544-0042-3510-8051-B4C04F4D3332»\n',
  ' configuration: boot=normal chassis=server uuid=«4C4C4544-0042-3510-8051-B4C04F4D3332»\n',
  '    port_name           = "«0x21000024ff3a5b6c»"\n',
];

test.each(texts)('a serial number gets a token, and nothing else: %j', (marked) => {
  const text = marked.replace(/[«»]/g, '');
  const mapped = map.text(text);
  for (const [, serial = ''] of marked.matchAll(/«([^»]*)»/g)) expect(mapped).not.toContain(serial);
  const around = marked.split(/«[^»]*»/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  expect(mapped).toMatch(
    new RegExp(`^${around.map((part) => part.replace(/ {2,}/g, ' +\\t?')).join('[A-Za-z]+')}$`),
  );
  expect(unmap.text(mapped)).toBe(text);
});

test.each([
  'Serial: 8250/16550 driver, 32 ports, IRQ sharing enabled',
  'Serial Number: Not Specified',
  'Serial Number: To Be Filled By O.E.M.',
  'Serial Number: 00000000',
  'Serial Number:\n 0a:bb:cc',
  'serial8250: ttyS0 at I/O 0x3f8',
  'serial --unit=0 --speed=115200',
  'root=UUID=4c4c4544-0042-3510-8051-b4c04f4d3332',
  `serial_number=${'1'.repeat(65)}`,
  'none 0000000 12 xWD-WCC4N7654321',
])('%j stays', (text) => {
  expect(map.text(text)).toBe(text);
});

test('the same number has the same token with a key and without one, and in pieces', () => {
  const token = /: (\w+)$/.exec(map.text('Serial Number: WD-WCC4N7654321'))?.[1] ?? '';
  expect(map.text('x WD-WCC4N7654321')).toBe(`x ${token}`);
  const content = map.content();
  const parts = [...'a Serial Number: WD-WCC4N7654321\n'].map((each) =>
    Buffer.from(content.push(Buffer.from(each))),
  );
  expect(Buffer.concat([...parts, content.end()]).toString()).toBe(`a Serial Number: ${token}\n`);
  expect(content.masked()).toEqual({ serial: 1 });
});

test('other kinds leave serial numbers as they are', () => {
  const others = createIdentityMap({ key, kinds: ['host', 'keyword'], serials });
  expect(others.text('Serial Number: WD-WCC4N7654321')).toBe('Serial Number: WD-WCC4N7654321');
});
