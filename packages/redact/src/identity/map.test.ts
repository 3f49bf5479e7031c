import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdentityMap, createIdentityUnmap, type IdentityKind, identityKinds } from '../index.js';
import { cutAt, fixtures, piecesOf, through } from '../testing/content.js';
import { formats, untouched } from './testing/formats.js';

const key = Buffer.alloc(32, 7);
const names = {
  hostnames: ['web01.example.com'],
  users: ['jsmith', 'root', 'mark'],
  people: ['Zora Quill'],
  serials: ['WD-WCC4N7654321'],
  keywords: ['blue heron', 'bluemoon'],
};
const map = createIdentityMap({ key, kinds: identityKinds, ...names });
const unmap = createIdentityUnmap({ key });

const plain = (text: string): string => text.replace(/[«»]/g, '');
const inPieces = (redaction: typeof map, pieces: readonly Uint8Array[]): string =>
  through(redaction.content(), pieces).toString('latin1');
const whole = (redaction: typeof map, bytes: Buffer): string => inPieces(redaction, [bytes]);

/** Matches a text in which each value may be another, which it captures, and columns may have other widths. */
const around = (text: string): RegExp => {
  const parts = text.split(/«[^»]*»/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.map((part) => part.replace(/ {2,}/g, ' +\\t?')).join('(\\S+?)')}$`);
};
const asWord = (value: string): RegExp =>
  new RegExp(`(?<![\\w.:])${value.replace(/[.[\]+]/g, '\\$&')}(?![\\w:]|\\.\\w)`, 'i');

test.each(Object.keys(formats))('only values that identify the host get tokens: %s', (name) => {
  const text = formats[name] ?? '';
  const token = map.text(plain(text));
  expect(token).toMatch(around(text));
  const [, ...tokens] = around(text).exec(token) ?? [];
  for (const [index, [, value = '']] of [...text.matchAll(/«([^»]*)»/g)].entries()) {
    expect(tokens[index]).not.toBe(value);
    expect(token).not.toMatch(asWord(value));
  }
  expect(unmap.text(token)).toBe(plain(text));
});

test('a user name that is a word is found by the text around it only', () => {
  expect(map.text('mark the page, -m mark --mark 0x1')).toBe('mark the page, -m mark --mark 0x1');
  expect(map.text('mark:x:1001:1001::/home/mark:/bin/sh')).toMatch(/^([a-z]{12}):x:1001:1001::\/home\/\1:/);
});

test.each(untouched)('%s stays', (text) => {
  expect(map.text(`${text}\n`)).toBe(`${text}\n`);
  expect(unmap.text(`${text}\n`)).toBe(`${text}\n`);
});

test('columns keep their width if there is room', () => {
  const rows = [
    '10.20.30.41',
    '10.1.2.3',
    '8.8.8.8',
    'web01',
    '192.168.200.200:8080',
    'jsmith@10.1.2.3',
    'other',
  ];
  const table = rows.map((each) => `${each.padEnd(40)}END`);
  expect(
    map
      .text(table.join('\n'))
      .split('\n')
      .map((row) => row.indexOf('END')),
  ).toEqual(rows.map(() => 40));
  expect(unmap.text(map.text(table.join('\n')))).toBe(table.join('\n'));
  expect(map.text('web01  END')).toMatch(/^[a-z]{12,} {2}\tEND$/);
});

const values = [...Object.values(formats), ...untouched].map(plain);
const words = [
  ...values.flatMap((text) => text.split(/\s+/)),
  'web01',
  'a.web01.example.com',
  'x.'.repeat(40),
  'bluemoon',
  'xbluemoony',
  'blue heron.web01.example.com',
  'é',
  '’',
  '\xff',
  '\x1b[1m',
  '%2F',
  '\\n',
];
const separator = fc.constantFrom(
  ' ',
  '\n',
  '  ',
  '     ',
  '\t',
  '-',
  '.',
  ':',
  '/',
  '=',
  '"',
  '',
  '_',
  '@',
  ',',
);
const noise = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.integer({ min: 1, max: 3000 }).map((count) => 'ab1.'.repeat(count).slice(0, count)),
);
const content = fc
  .array(fc.tuple(noise, separator), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.flat().join(''), 'latin1'));

test.each([
  ['map', map],
  ['unmap', unmap],
])('the same bytes give the same result, however they are split: %s', (_, redaction) => {
  fc.assert(
    fc.property(content, fc.array(fc.nat(), { maxLength: 12 }), (bytes, cuts) => {
      expect(inPieces(redaction, cutAt(bytes, cuts))).toBe(whole(redaction, bytes));
    }),
    { numRuns: 300 },
  );
});

test('pieces of one byte give the same result, across windows too', () => {
  const bytes = Buffer.from(values.join('\n').repeat(40)).subarray(0, 150_000);
  const pieces = [...bytes.subarray(0, 12_000)].map((byte) => Buffer.from([byte]));
  const expected = whole(map, bytes);
  expect(inPieces(map, [...pieces, bytes.subarray(12_000)])).toBe(expected);
  for (const size of [997, 4096, 70_000]) expect(inPieces(map, piecesOf(bytes, size))).toBe(expected);
});

const white = fc.constantFrom(' ', '  ', '   ', '          ', '\t', ' \t', '  \t', '    \t', '  \t ', ' "  ');
const line = fc
  .array(fc.constantFrom(...words.filter((word) => !word.startsWith('\\') && word !== '%2F')), {
    maxLength: 12,
  })
  .chain((parts) => fc.tuple(fc.constant(parts), fc.array(white, { minLength: 12, maxLength: 12 })))
  .map(([parts, gaps]) => parts.flatMap((part, at) => [part, gaps[at] ?? '']).join(''));

test('the key alone restores what was mapped', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const bytes = Buffer.from(lines.join('\n'), 'latin1');
      expect(whole(unmap, Buffer.from(whole(map, bytes), 'latin1'))).toBe(bytes.toString('latin1'));
    }),
    { numRuns: 300 },
  );
});

test('an address between an account and its terminal is mapped', () => {
  const text = 'kmeyer 10.1.2.3 pts/0\nkmeyer   4711  0.0  1.2 268383 28957 pts/3 S+ ps';
  const token = map.text(text);
  expect(token).not.toMatch(/10\.1\.2\.3|kmeyer {3}/);
  expect(unmap.text(token)).toBe(text);
});

test('the end of a name that is mapped is no epoch of a version', () => {
  const text = 'pdoe:*:20001:20001:Pat 2:1.6.99.1 \nx 2:1.6.99.1 ';
  expect(map.text(text)).toMatch(/\nx 2:1\.6\.99\.1 $/);
  expect(unmap.text(map.text(text))).toBe(text);
});

const letter = fc.constantFrom(...'bcdfghklmnpqrtvwxz');
const syllable = fc.tuple(letter, fc.constantFrom(...'aeiou'), letter).map((parts) => parts.join(''));
const nickname = fc.array(syllable, { minLength: 3, maxLength: 5 }).map((parts) => parts.join(''));
const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Texts that name an account or a person that was not given to the mapping. */
const shows: readonly ((name: string, other: string) => string)[] = [
  (name, other) => `mail to ${name}@${other}.example`,
  (name, other) => `"${capital(name)} ${capital(other)}" <${name}.${other}@mail.org>`,
  (name, other) => `${name}:x:4711:4711:${capital(name)} ${capital(other)},,:/home/${name}:/bin/sh`,
  (name, other) => `staff:*:900:${name},${other}`,
  (name, other) => `${other.toUpperCase()}\\${name} logged on`,
  (name, other) => `{"account":"${other.toUpperCase()}\\\\${name}","user":"${name}"}`,
  (name, other) => `${name}@${other.toUpperCase()}.EXAMPLE`,
  (name, other) => `dn: uid=${name},ou=people,dc=${other},dc=example`,
  (name, other) => `CN=${capital(name)} ${capital(other)},OU=Staff,DC=${other},DC=com`,
  (name, other) => `\nuid: ${name}\ngivenName: ${capital(other)}\n`,
  (name) => `Accepted publickey for ${name} from 10.1.2.3 port 22`,
  (name) => `session opened for user ${name}(uid=4711) by (uid=0)`,
  (name) => `acct="${name}" AUID="${name}" uid=4711(${name})`,
  (name) => `/home/${name}/x /var/mail/${name} CRON[1]: (${name}) CMD (x)`,
  (name, other) => `${name} pts/0 10.1.2.3\n${other} tty1 x`,
  (name) => `\n${name}      99  0.0  0.1 161612  6100 ?        Ss   09:12   0:00 x\nsshd: ${name} [priv]`,
  (name) => `\n${name}      99       1  0 09:12 ?        00:00:00 x`,
  (name, other) => `-rw-r--r--. 1 ${name}  ${other}    12 Jan  3  2024 x`,
  (name) => `\nbash   90210        ${name}  cwd       DIR 253,0`,
  (name, other) =>
    `AllowUsers ${name} ${other}@10.1.2.3 root\nvalid users = @x ${other.toUpperCase()}\\${name}\n`,
  (name) => `\n${name} ALL=(ALL) ALL\nDefaults:${name} !requiretty`,
  (name, other) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ== ${name}@${other}-x`,
  (name) => `10.1.2.3 - ${name} [11/Feb/2024:09:12:01 +0100] "GET / HTTP/1.1"`,
  (name) => `new user: name=${name}, UID=1\npassword changed for ${name}\nadd '${name}' to group 'x'`,
  (name) =>
    `authenticating user ${name} 10.1.2.3 port 1\nUser ${name} from 10.1.2.3 not allowed\nby ${name}(uid=1)`,
  (name) => `Access denied for user '${name}'@'10.1.2.3'\nGRANT x TO '${name}'@'%'`,
  (name, other) =>
    `user [${other.toUpperCase()}]\\[${name}] at\nworkgroup = ${other.toUpperCase()}`.replace('\\\\', '\\'),
  (name, other) => `${name}/admin@${other.toUpperCase()}.EXAMPLE scp ${name}@10.1.2.3:x`,
  (name, other) => `name = ${capital(name)} ${capital(other)}\n\temail = ${name}@${other}.example`,
  (name, other) => `{"name": "${capital(name)} ${capital(other)}", "email": "x@y.example"}`,
  (name) =>
    `\n    serial: 1${name}\n Board Serial : 1${name}\n<serial>1${name}</serial>\n/dev/nvme0n1  ${name.toUpperCase()}1  x`,
  (name) => `InitiatorName=iqn.2001-04.com.example:${name}1\n\tService Tag: ${name}7`,
];

test('names that only the text around them shows get tokens that come back', () => {
  const part = fc.tuple(fc.constantFrom(...shows), nickname, nickname);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const text = parts.map(([show, name, other]) => show(name, other)).join('\n');
      const token = whole(map, Buffer.from(text));
      for (const [show, name, other] of parts)
        for (const each of [name, other])
          if (show(name, other).includes(each))
            expect(token.toLowerCase()).not.toMatch(new RegExp(`(?<![a-z])${each}(?![a-z])`));
      expect(whole(unmap, Buffer.from(token, 'latin1'))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test.each([
  'hmac-sha2-256-etm@openssh.com,curve25519-sha256@libssh.org',
  'getty@tty1.service user@1000.service lvm2-pvscan@8:2.service',
  'memcpy@GLIBC_2.14 foo@@VERS_1.2 icon@2x.png',
  'root@localhost admin',
  'uid=0(root) gid=0(root) user=root acct="root" for user root',
  'ERROR\\nothing C:\\Windows\\System32 \\d+\\w BUILTIN\\Users',
  'root:x:0:0:root:/root:/bin/bash',
  'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin',
  'wheel:x:10:root',
  'dc=x',
  'a mark of the user space',
  'Serial: 8250/16550 driver',
  'ip-1-2-3 host-1-2-3-400 enx12',
  'Asset Tag: Not Specified',
])('%s tells nothing about anybody, and stays', (text) => {
  const others = createIdentityMap({ key, kinds: identityKinds.filter((kind) => kind !== 'host') });
  expect(others.text(text)).toBe(text);
});

test('a backslash doubled by JSON does not turn the next one into an escape sequence', () => {
  const text = 'ACME\\nancy logged on\n{"account":"ACME\\\\robert","user":"robert"}\n';
  const token = map.text(text);
  expect(token).not.toMatch(/acme|nancy|robert/i);
  expect(unmap.text(token)).toBe(text);
});

test.each([
  'Version web01 10.20.30.77',
  'Version jsmith 10.20.30.77',
  'Version web01.example.com 10.20.30.77',
  'plugin 10.20.30.77',
  'version is 10.20.30.77',
])('an address after a name comes back, whatever the name looks like: %s', (text) => {
  const users = ['jsmith', 'plugin', 'version'];
  const token = createIdentityMap({ key, kinds: identityKinds, ...names, users }).text(text);
  expect(token).not.toContain('10.20.30.77');
  expect(unmap.text(token)).toBe(text);
});

test.each(['ab@Z59\u00e9', 'kmeyer@muster-firma.de\u306b', 'kmeyer@ACME\u00c9 x'])(
  'an address before a letter that is not ASCII comes back: %s',
  (text) => {
    const token = map.text(text);
    expect(token).not.toContain(text.slice(0, text.indexOf('@')));
    expect(unmap.text(token)).toBe(text);
  },
);

test('the same value has the same token everywhere, and another one with another key', () => {
  const text = 'web01 10.1.2.3 52:54:00:12:34:56 jsmith bluemoon';
  const again = createIdentityMap({ key, kinds: identityKinds, ...names, hostnames: ['web01'] });
  const other = createIdentityMap({ ...names, kinds: identityKinds, key: Buffer.alloc(32, 8) });
  expect(again.text(text)).toBe(map.text(text));
  const tokens = map.text(text).split(' ');
  for (const [at, token] of other.text(text).split(' ').entries()) expect(token).not.toBe(tokens[at]);
  expect(map.text('x.web01.example.com').split('.')[1]).toBe(map.text('web01'));
  expect(map.text('10.1.2.3/24')).toBe(`${map.text('10.1.2.3')}/24`);
});

test.each([
  ['10.1.2.3', '10.193.31.3'],
  ['8.8.4.4', '146.121.143.4'],
  ['2a02:26f0::1', '2e6b:2ca8::1'],
  ['fd12::1', 'fd26::1'],
  ['52:54:00:12:34:56', 'be:1c:25:25:65:8e'],
  ['web01', 'aumlzgtuktjrn'],
  ['jsmith', 'ngittmowiovitm'],
  ['blue heron', 'xhwddnjvqfibgswlft'],
  ['Serial Number: AB12', 'Serial Number: BONPHIRAPMEV'],
])('the token of %s is the same in all versions, or old archives would not come back', (text, token) => {
  expect(map.text(text)).toBe(token);
  expect(unmap.text(token)).toBe(text);
});

const samples: Record<IdentityKind, string> = {
  ip: '10.1.2.3',
  mac: '52:54:00:12:34:56',
  host: 'web01',
  user: 'jsmith',
  people: 'Zora Quill',
  mail: 'a.person@corp.com',
  serial: 'WD-WCC4N7654321',
  keyword: 'bluemoon',
};

test.each(identityKinds)('only what is asked for is mapped: %s', (kind) => {
  const only = createIdentityMap({ key, kinds: [kind], ...names });
  const back = createIdentityUnmap({ key, kinds: [kind] });
  for (const [each, text] of Object.entries(samples)) expect(only.text(text) !== text).toBe(each === kind);
  const text = Object.values(samples).join(' ; ');
  expect(back.text(only.text(text))).toBe(text);
});

test('tokens come back whatever kinds were mapped, because addresses in names become tokens, too', () => {
  const tokens = map.text('web01 jsmith');
  for (const kinds of [['ip'], ['mac'], ['user']] as const)
    expect(createIdentityUnmap({ key, kinds }).text(tokens)).toBe('web01 jsmith');
});

test('the vendor part of MAC addresses stays if it is asked for', () => {
  const options = { key, kinds: ['mac'] as const, keepVendor: true };
  const token = createIdentityMap(options).text('52:54:00:12:34:56');
  expect(token).toMatch(/^52:54:00:(?!12:34:56)/);
  expect(createIdentityUnmap(options).text(token)).toBe('52:54:00:12:34:56');
});

test('the values that are replaced are counted by kind', () => {
  const redaction = map.content();
  redaction.push(
    Buffer.from(
      'web01 10.1.2.3 127.0.0.1 db.example.com jsmith\n52:54:00:12:34:56 ff:ff:ff:ff:ff:ff bluemoon',
    ),
  );
  redaction.end();
  expect(redaction.masked()).toEqual({ host: 2, ip: 1, user: 1, mac: 1, keyword: 1 });
});

test('a text keeps what is not UTF-8', () => {
  expect(map.text('\ud800 é \udfff')).toBe('\ud800 é \udfff');
  expect(map.text('\ud800web01')).not.toContain('web01');
  expect(whole(map, Buffer.from('\xffweb01 \xff web01', 'latin1'))).toMatch(/^\xffweb01 \xff [a-z]{12,}$/);
});

test('domains of clouds, countries and common names are not taken for those of an owner', () => {
  const of = (...hostnames: string[]) => createIdentityMap({ key, kinds: ['host'], hostnames });
  expect(of('db.acme.co.uk').text('x.acme.co.uk other.co.uk')).toMatch(
    /^[a-z]+\.[a-z]+\.co\.uk other\.co\.uk$/,
  );
  expect(
    of('ip-10-0-0-1.eu-west-1.compute.internal').text('a.eu-west-1.compute.internal b.compute.internal'),
  ).toMatch(/^[a-z]+\.[a-z]+\.compute\.internal b\.compute\.internal$/);
  expect(
    of('server', 'localhost.localdomain', '10.0.0.1', '::1', 'ab').text('server localhost.localdomain ab'),
  ).toBe('server localhost.localdomain ab');
  expect(of('server.acme.com').text('server _ldap._tcp.acme.com')).toMatch(
    /^server _ldap\._tcp\.[a-z]+\.com$/,
  );
});

test('all labels before a domain get tokens, those of known hosts too', () => {
  expect(map.text('ssh db7.web01.example.com')).toMatch(/^ssh [a-z]{12,}\.[a-z]{12,}\.[a-z]{12,}\.com$/);
  expect(map.text('blue heron.db7.web01.example.com')).not.toMatch(/db7|web01|heron/);
});

test('names of users that are short or common stay', () => {
  const users = ['ab', 'Admin', 'www', 'ann'];
  expect(createIdentityMap({ key, kinds: ['user'], users }).text('ab Admin www ann')).toMatch(
    /^ab Admin www [a-z]{12,}$/,
  );
});

test('columns keep their width in a long stream', () => {
  const row = `${'web01:10.20.30.41/24,10.1.2.3'.padEnd(60)}END\n`;
  const bytes = Buffer.from(row.repeat(6000));
  const rows = whole(map, bytes).trimEnd().split('\n');
  expect(new Set(rows.map((each) => each.indexOf('END')))).toEqual(new Set([60]));
});

test('a key and keywords of another length are refused', () => {
  expect(() => createIdentityMap({ key: Buffer.alloc(16), kinds: ['ip'] })).toThrow(
    /the key has 16 bytes; it must have 32/,
  );
  expect(() => createIdentityUnmap({ key: Buffer.alloc(16) })).toThrow(RangeError);
  for (const keyword of ['ab', 'x'.repeat(65)])
    expect(() => createIdentityMap({ key, kinds: ['keyword'], keywords: [keyword] })).toThrow(
      /allowed: 3 to 64/,
    );
});

const all = [...fixtures()];
const namesOfFixtures = {
  hostnames: ['web1.example.com', 'fileserver.example.org'],
  users: ['alice', 'anna', 'mark'],
  people: ['Anna Example'],
  keywords: ['blue heron'],
};

test('every fixture comes back byte for byte', () => {
  const map = createIdentityMap({ key, kinds: identityKinds, ...namesOfFixtures });
  const unmap = createIdentityUnmap({ key });
  for (const [path, bytes] of all)
    expect(through(unmap.content(), [through(map.content(), [bytes])]).equals(bytes), path).toBe(true);
});

// Words and lines of the fixtures, joined at random.
const parts = all.flatMap(([, bytes]) => bytes.toString('latin1').split(/(?<=\n)|(?= )/));
const mixed = fc
  .array(
    fc.tuple(fc.nat({ max: parts.length - 1 }), fc.constantFrom('', '', ' ', '  ', '      ', '\n', '\t')),
    {
      maxLength: 80,
    },
  )
  .map((chosen) => Buffer.from(chosen.flatMap(([at, sign]) => [parts[at], sign]).join(''), 'latin1'));

test('mixed parts of the fixtures come back byte for byte, whatever kinds are mapped', () => {
  const kinds = fc.subarray([...identityKinds], { minLength: 1 });
  fc.assert(
    fc.property(mixed, kinds, (bytes, chosen) => {
      const map = createIdentityMap({ key, kinds: chosen, ...namesOfFixtures });
      const unmap = createIdentityUnmap({ key, kinds: chosen });
      expect(through(unmap.content(), [through(map.content(), [bytes])]).toString('latin1')).toBe(
        bytes.toString('latin1'),
      );
    }),
    { numRuns: 300 },
  );
});
