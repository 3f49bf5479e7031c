import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedaction, secretColumns, secretFiles } from '../index.js';
import { cutAt, through } from '../testing/content.js';

const key = Buffer.from('a key for tests');
const path = '/srv/app/config/master.key';

/** The result of redacting pieces of a file, as Latin-1, with the counts. */
function redacted(pieces: readonly Uint8Array[], name = path): readonly [string, object] {
  const content = createRedaction({ key }).content({ path: name });
  return [through(content, pieces).toString('latin1'), content.masked()];
}

const isMasked = (name: string): boolean =>
  /^__secret_secret_file_[0-9a-f]{8}__\n$/.test(redacted([Buffer.from('4f0c\n')], name)[0]);

test('a name in a path has at most one star, because what follows a second one would not count', () => {
  const names = [...secretFiles, ...secretColumns].flatMap(({ paths }) => paths.join('/').split('/'));
  expect(names.filter((name) => /\*.*\*/.test(name))).toEqual([]);
});

const patterns = secretFiles.flatMap(({ paths }) => paths);

test.each(patterns)('a file %s is masked, on a host and in an archive', (pattern) => {
  const name = pattern.replaceAll('*', 'x');
  for (const each of [name, `/${name}`, `/etc/${name}`, `sosreport/a.tar: etc/${name}`, name.toUpperCase()])
    expect([each, isMasked(each)]).toEqual([each, true]);
  for (const each of [...(pattern.endsWith('*') ? [] : [`${name}.conf`]), `${name}/x`, `/etc/x${name}/y`, ''])
    expect([each, isMasked(each)]).toEqual([each, false]);
});

test.each([
  '/etc/krb5.conf',
  '/etc/keytab',
  '/srv/authkey',
  '/srv/xcorosync/authkey',
  '/srv/corosync/x/authkey',
  'authkey',
  '/etc/xmunge.key',
  '/srv/credentials/key',
  '/run/secrets/rhsm/rhsm.conf',
  '/run/secrets/',
  '/var/run/secrets/kubernetes.io/serviceaccount/namespace',
  '/etc/wireguard/wg0.conf',
])('a file %s stays', (name) => expect(redacted([Buffer.from('4f0c\n')], name)).toEqual(['4f0c\n', {}]));

test('each line has the mask of its text, blank lines stay', () => {
  const [masked, counts] = redacted([Buffer.from('one\r\n\n  two \none')]);
  const [, one, two] = /^(__secret_\w+)\r\n\n {2}(__secret_\w+) \n\1$/.exec(masked) ?? [];
  expect(one).toMatch(/^__secret_secret_file_[0-9a-f]{8}__$/);
  expect(two).not.toBe(one);
  expect(counts).toEqual({ 'secret-file': 3 });
});

test('a secret has the same digits in other files', () => {
  const { text } = createRedaction({ key });
  const digits = (masked: string): string | undefined => /_([0-9a-f]{8})__/.exec(masked)?.[1];
  expect(digits(text('password=hunter2x'))).toBe(digits(redacted([Buffer.from('hunter2x\n')])[0]));
});

test('the same bytes give the same result, however they are split', () => {
  const line = fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    fc.integer({ min: 4090, max: 4100 }).map((length) => Buffer.alloc(length, 'k')),
    fc.constantFrom('\n', '\r\n', ' ', '__secret_password_12ab12ab__\n').map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
      const bytes = Buffer.concat(parts);
      const whole = redacted([bytes]);
      expect(redacted(cutAt(bytes, cuts))).toEqual(whole);
      // Masks are not masked again.
      expect(redacted([Buffer.from(whole[0], 'latin1')])).toEqual([whole[0], {}]);
    }),
  );
});

test('nothing of a long line or of compressed content is left', () => {
  expect(redacted([Buffer.alloc(100_000, 'k')])[0]).toMatch(/^__secret_secret_file_\w{8}__$/);
  const packed = gzipSync('hunter2');
  expect(redacted([packed])[0]).not.toContain(packed.subarray(2, 8).toString('latin1'));
});

test('lines are reported, and counted in the redaction', () => {
  const { content, report } = createRedaction();
  const lines: unknown[] = [];
  const { push, end } = content({ path, onSecret: (rule, line) => lines.push([rule, line]) });
  push(Buffer.from('a\n\nb'));
  end();
  expect(lines).toEqual([
    ['secret-file', 1],
    ['secret-file', 3],
  ]);
  expect(report()).toMatchObject({ secrets: { 'secret-file': 2 }, bytes: 4 });
});

test('names count only if they are asked for, and only for files', () => {
  const plain = createRedaction({ files: [] }).content({ path });
  expect(through(plain, [Buffer.from('4f0c')]).toString()).toBe('4f0c');
  const output = createRedaction().content();
  expect(through(output, [Buffer.from('4f0c')]).toString()).toBe('4f0c');
});

test.each([
  [['ab*ba'], ['abba', 'abxba', 'x/ABBA', 'ab.ba'], ['aba', 'ab', 'abbax', 'xabba', 'abba/x']],
  [['*'], ['x', 'a/xyz'], ['', 'a/']],
  [['a/*/b'], ['a/x/b', 'y/a/xx/b'], ['a/b', 'a//b', 'a/x/y/b', 'xa/x/b', 'x/b']],
  [['xy'], ['xy', 'a/xy', 'XY'], ['y', 'axy', 'xyz', 'a/y']],
  [['a*'], ['a', 'ab', 'abcd', 'x/abcd'], ['ba', 'x/ba', 'a/b']],
  [['commands/*'], ['commands/ab', 'x/insights_commands/ip_addr'], ['x/ab', 'commands/']],
  [['commands/ip'], ['x/insights_commands/ip', 'sos_commands/x/ip'], ['x/insights_commands/ip_addr', 'ip']],
  [['commands/i*r'], ['x/insights_commands/ip_addr'], ['x/insights_commands/ip', 'x/ip_addr']],
  [
    ['*.key', 'k*'],
    ['x.key', '.key', 'k.keys', 'key'],
    ['x.keys', 'akey'],
  ],
])('paths that end with %j are those of secrets, and no others', (paths, names, others) => {
  const { content } = createRedaction({ files: [{ doc: '', paths }] });
  const isMaskedAt = (name: string) =>
    through(content({ path: name }), [Buffer.from('4f0c')]).toString() !== '4f0c';
  expect(names.filter((name) => !isMaskedAt(name))).toEqual([]);
  expect(others.filter(isMaskedAt)).toEqual([]);
});
