import { expect, test } from 'vitest';
import { formatIpv6, parseIpv6 } from './ipv6.js';

const hex = (text: string): string | undefined => {
  const written = parseIpv6(text);
  return written && Buffer.from(written.address).toString('hex');
};
const formatted = (address: string, like: string): string => {
  const written = parseIpv6(like);
  if (written === undefined) throw new Error(like);
  return formatIpv6(Buffer.from(address, 'hex'), written);
};

test.each([
  ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ['1:2:3:4:5:6:7::', '00010002000300040005000600070000'],
  ['::2:3:4:5:6:7:8', '00000002000300040005000600070008'],
  ['1:2:3:4::6:7:8', '00010002000300040000000600070008'],
  ['1::8', '00010000000000000000000000000008'],
  ['::', '00000000000000000000000000000000'],
  ['::abcd', '0000000000000000000000000000abcd'],
  ['FEDC::', 'fedc0000000000000000000000000000'],
])('%s is an address', (text, wanted) => {
  expect(hex(text)).toBe(wanted);
});

test.each([
  '',
  ':',
  ':::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4::5:6:7:8',
  '::1:2:3:4:5:6:7:8',
  '1::2::3',
  '1:',
  ':1::',
  '1::2:',
  '12345::',
  'g::',
  '1:2:3:4:5:6:7:',
  '1.2::',
])('%j is none', (text) => {
  expect(hex(text)).toBeUndefined();
});

const address = '2a020000000100000000000000000abc';

test.each([
  ['1:2:3:4:5:6:7:8', '2a02:0:1:0:0:0:0:abc'],
  ['1:2:3::8', '2a02:0:1::abc'],
  ['1:2:3:4::6:7:8', '2a02:0:1:0::0:0:abc'],
  // Groups inside the `::` that are no longer zero.
  ['1:2::8', '2a02:0:1::abc'],
  ['1::', '2a02:0:1::abc'],
  ['::', '2a02:0:1::abc'],
  ['0001:02:003:4:5:6:7:0008', '2a02:00:001:0:0:0:0:0abc'],
  ['0:0:0:0:0:0:0:0', '2a02:0:1:0:0:0:0:abc'],
  ['A:2:3::8', '2A02:0:1::ABC'],
  ['1:2:3::F', '2A02:0:1::ABC'],
  ['a:2:3::8', '2a02:0:1::abc'],
])('an address is written as %s: %s', (like, wanted) => {
  expect(formatted(address, like)).toBe(wanted);
});

test.each([
  ['00010000000000030000000000000008', '1:0:0:3::8'],
  ['00010000000000030004000000000008', '1::3:4:0:0:8'],
  ['00000000000000030004000000000008', '::3:4:0:0:8'],
  ['00010000000000030004000000000000', '1:0:0:3:4::'],
  ['00010002000000040005000600070008', '1:2:0:4:5:6:7:8'],
  ['00100000000000000000000600070008', '10::6:7:8'],
  ['00010002000300040005000600070008', '1:2:3:4:5:6:7:8'],
])('the first of the longest runs of zeros is left out: %s', (each, wanted) => {
  expect(formatted(each, '::')).toBe(wanted);
});
