import { expect, test } from 'vitest';
import { createIdentityMap, identityKinds } from '../index.js';
import { candidatesFor } from './candidates.js';
import { identityStream } from './stream.js';

const key = Buffer.alloc(32, 7);
const names = { hostnames: ['web01.example.com', 'ab.ab.ab'], users: ['aaa'], keywords: ['aaaa', 'aba'] };
const map = createIdentityMap({ key, kinds: identityKinds, ...names });

const hostile: Record<string, string> = {
  digits: '1',
  'octets without an end': '1.',
  'hexadecimal groups': 'fd00:',
  'pairs of hexadecimal digits': 'aa:',
  'a keyword everywhere': 'a',
  'overlapping keywords': 'ab',
  'labels without an end': 'x.web01.',
  'a domain again and again': 'ab.example.com.',
  'percent escapes': '%2F1',
  colours: '\u001b[1;1',
  'reverse names': '1.in-addr.arpa.',
  spaces: '10.0.0.1   ',
  'one long word with values': 'web01-',
  'mail addresses': 'a@b.',
  'local parts': 'x@',
  'components of domains': 'dc=a,',
  backslashes: 'A\\\\a',
  rows: 'a:x:1000:1000:',
  keys: 'user="cn=A B,',
  sessions: 'ab pts/0 ',
  disks: 'ata-a_a1',
  names: 'Ab Cd <',
  'owners of files': '-rw-r--r-- 1 abc def 1\n',
  'lists of users': 'allowusers abc ',
  'a list of users': 'abc ',
  'open files': 'a 1 1 abc 3r reg ',
  processes: '? abc 1 1 1 1 1 ? ',
  'access logs': 'a - abc [11/Feb/2024:',
  'domains of accounts': 'AB\\abc ',
  'public keys': 'AAAAAAAAAAAAAAAAAAAA abc@bcd ',
};
const repeated = (name: string, size: number): Buffer =>
  Buffer.from((hostile[name] ?? '').repeat(size).slice(0, size));

test.each(Object.keys(hostile))('the bytes held back are limited: %s', (name) => {
  const bytes = repeated(name, 200_000);
  const content = map.content();
  let returned = '';
  for (let at = 0; at < bytes.length; at += 1000)
    returned += Buffer.from(content.push(bytes.subarray(at, at + 1000)));
  const rest = Buffer.from(content.end());
  // A name of three bytes becomes twelve letters, in front of a dot.
  expect(rest.length).toBeLessThan(4096 * 4);
  const again = map.content();
  expect(Buffer.concat([Buffer.from(again.push(bytes)), again.end()]).toString()).toBe(returned + rest);
});

test.each(Object.keys(hostile))('at most two searches start at a byte: %s', (name) => {
  const bytes = repeated(name, 20_000);
  let searches = 0;
  const candidates = candidatesFor({
    addresses: true,
    tokens: true,
    names: [{ text: 'aaaa', kind: 'keyword' }],
  });
  const find = () => {
    searches++;
    return undefined;
  };
  const stream = identityStream({ candidates, find });
  stream.push(bytes);
  stream.end();
  expect(searches).toBeLessThanOrEqual(2 * bytes.length);
});

test('a search looks only at a bounded part of the stream', () => {
  // A value with the same bytes around it gives the same result, whatever is farther away.
  const near = `${' '.repeat(300)}x.web01.example.com 10.1.2.3 fd12:3456::1 52:54:00:12:34:56${' '.repeat(600)}`;
  const alone = map.text(near);
  for (const far of ['web01.'.repeat(2000), '1.2.'.repeat(3000), 'a'.repeat(9000)])
    expect(map.text(far + near + far)).toContain(alone.trim());
});

test('an empty stream and a single byte stay', () => {
  expect(map.text('')).toBe('');
  expect(map.text('1')).toBe('1');
  const content = map.content();
  expect(content.push(new Uint8Array())).toHaveLength(0);
  expect(content.end()).toHaveLength(0);
  expect(content.masked()).toEqual({});
});

test('contents that are open at the same time, ended twice, and texts between, do not mix', () => {
  const all = [1, 2, 3].map((host) => Buffer.from(`from 10.0.0.${host} to web01.example.com\n`.repeat(3000)));
  const ended = (content: ReturnType<typeof map.content>, bytes: Buffer): string =>
    Buffer.concat([Buffer.from(content.push(bytes)), content.end()]).toString();
  const alone = all.map((bytes) => ended(map.content(), bytes));
  const open = all.map((bytes) => {
    const content = map.content();
    return {
      content,
      start: Buffer.from(content.push(bytes.subarray(0, 70_000))),
      rest: bytes.subarray(70_000),
    };
  });
  const together = open.map(({ content, start, rest }, at) => {
    const whole = `${start}${ended(content, rest)}`;
    expect(content.end()).toHaveLength(0);
    expect(map.text(`web01.example.com ${at}`)).not.toContain('web01');
    return whole;
  });
  expect(together).toEqual(alone);
  // Both would have the memory of one content that gave it back twice.
  const [one, other] = [map.content(), map.content()];
  const first = Buffer.from(one.push(all[0] as Buffer));
  other.push(all[1] as Buffer);
  expect(`${first}${one.end()}`).toBe(alone[0]);
});
