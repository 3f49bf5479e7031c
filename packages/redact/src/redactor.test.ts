import { defined } from '@hostspec/host-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRules, chainRedactions, createRedaction, type Rule, redactText } from './index.js';
import { cutAt, piecesOf, through } from './testing/content.js';
import { planted } from './testing/planted.js';
import { ruleOf } from './testing/rule.js';

const key = Buffer.from('a key for tests');

const asLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** The result of redacting pieces, as Latin-1. */
function redacted(pieces: readonly Uint8Array[], rules: readonly Rule[] = allRules): string {
  return asLatin1(through(createRedaction({ rules, key }).content(), pieces));
}

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.constantFrom(
    '\n',
    ' ',
    '\r\n',
    '"',
    '\0',
    'password=',
    'password',
    '-----BEGIN PRIVATE KEY-----',
    '://',
    '\\',
  ),
  fc.integer({ min: 1, max: 9000 }).map((count) => 'x'.repeat(count)),
);
const secretLine = fc.constantFrom(...planted.map(({ line }) => `\n${line}\n`));
const content = fc
  .array(fc.oneof(noise, secretLine), { maxLength: 30 })
  .map((parts) => Buffer.from(parts.join(''), 'latin1'));

test('the same bytes give the same result, however they are split', () => {
  fc.assert(
    fc.property(content, fc.array(fc.nat(), { maxLength: 12 }), (bytes, cuts) => {
      expect(redacted(cutAt(bytes, cuts))).toBe(redacted([bytes]));
    }),
    { numRuns: 300 },
  );
});

test('pieces of one byte give the same result', () => {
  const bytes = Buffer.from(planted.map(({ line }) => line).join('\n'), 'latin1').subarray(0, 6000);
  expect(redacted([...bytes].map((byte) => Buffer.from([byte])))).toBe(redacted([bytes]));
});

test('a secret and a key block across the edges of the windows are found', () => {
  for (const { line, canary } of planted.filter(({ kind }) =>
    ['PGP private key', 'JWT in log', 'redis'].includes(kind),
  ))
    for (const before of [4090, 8191, 69_600, 74_230, 65_536 - 20])
      expect(redacted([Buffer.from(`${'.'.repeat(before)}\n${line}\n`)])).not.toContain(canary);
});

test('everything outside the masks stays byte for byte, and so does every line end', () => {
  fc.assert(
    fc.property(content, (bytes) => {
      const text = bytes.toString('latin1');
      let at = 0;
      const parts = redacted([bytes]).split(
        /(?<=\\*":[ \t]{0,16})(?:\\*")?__secret_[a-z0-9_]+?_[0-9a-f]{8}__(?:\\*")?|__secret_[a-z0-9_]+?_[0-9a-f]{8}__/,
      );
      for (const [index, part] of parts.entries()) {
        const found = index === 0 ? 0 : text.indexOf(part, at);
        expect(text.startsWith(part, found)).toBe(true);
        expect(text.slice(at, found)).not.toMatch(/[\r\n]/);
        at = found + part.length;
      }
      expect(redacted([bytes]).replace(/[^\r\n]/g, '')).toBe(text.replace(/[^\r\n]/g, ''));
    }),
    { numRuns: 200 },
  );
});

test('equal secrets have equal masks with a key, and other ones with another key', () => {
  const digits = (text: string, by?: Buffer) =>
    [...redactText(text, defined({ key: by })).matchAll(/_([0-9a-f]{8})__/g)].map(([, found]) => found);
  const [first, second, third] = digits('password=Zq1kW9x\n{"token":"Zq1kW9x"}\npassword=other1\n', key);
  expect(first).toBe(second);
  expect(third).not.toBe(first);
  expect(digits('password=Zq1kW9x', key)).toEqual([first]);
  expect(digits('password=Zq1kW9x', Buffer.from('another key'))).not.toEqual([first]);
});

test('the counts of masks in a manifest are no secrets, and other numbers are', () => {
  const counts = Object.fromEntries(allRules.map(({ id }) => [id, 12_345]));
  const manifest = JSON.stringify({ items: [{ path: 'etc/x', masked: counts }] });
  expect(redactText(manifest)).toBe(manifest);
  const other = JSON.stringify({ login: 'bob', password: 12_345, masked: { jwt: 1 } });
  expect(redactText(other)).not.toContain('12345');
});

test('the line of each secret is told, in any pieces, and masked blocks have none', () => {
  const text = `x\n${'y\n'.repeat(9000)}password = Quiet7Harbour\n\n-----BEGIN PRIVATE KEY-----\nMIIEZq173kW9xRt5Lm\n-----END PRIVATE KEY-----\n`;
  for (const size of [7, 4096, 1_000_000]) {
    const found: unknown[] = [];
    const content = createRedaction().content({ onSecret: (rule, line) => found.push([rule, line]) });
    const bytes = Buffer.from(text);
    through(content, piecesOf(bytes, size));
    expect(found).toEqual([
      ['password-line', 9002],
      ['private-key', 9004],
    ]);
  }
  const { text: mask, content: again } = createRedaction();
  const masked = again();
  masked.push(Buffer.from(mask(text)));
  masked.end();
  expect(masked.masked()).toEqual({});
});

test('a block counts once, with the line that it begins in, whatever the pieces are', () => {
  const line = 'MIIEZq173kW9xRt5Lm'.repeat(3);
  const block = `-----BEGIN RSA PRIVATE KEY-----\n${`${line}\n`.repeat(400)}-----END RSA PRIVATE KEY-----\n`;
  const bytes = Buffer.from(`x\n${block}password = Quiet7Harbour\n${block}`);
  for (const size of [1000, 5000, 1_000_000]) {
    const lines: number[] = [];
    const content = createRedaction().content({ onSecret: (_, line) => lines.push(line) });
    through(content, piecesOf(bytes, size));
    expect(content.masked()).toEqual({ 'private-key': 2, 'password-line': 1 });
    expect(lines).toEqual([2, 404, 405]);
  }
});

test('a secret within a line of a block has no mask of its own', () => {
  const key = 'MIIE/AKIAQ2W3E4R5T6Y7U8J9/AA==';
  const text = `-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----\n`;
  const content = createRedaction().content();
  const masked = asLatin1(through(content, [Buffer.from(text)]));
  expect(masked.replace(/_[0-9a-f]{8}__/, '')).toBe(text.replace(key, '__secret_private_key'));
  expect(content.masked()).toEqual({ 'private-key': 1 });
});

test('the report counts secrets by rule, sorted, and has no value', () => {
  const { content, report } = createRedaction();
  const { push, end } = content();
  push(Buffer.from('token: Zq2kW9x\npassword=Zq1kW9x\npassword=Zq1kW9x\n'));
  end();
  expect(Object.entries(report().secrets)).toEqual([
    ['password-line', 2],
    ['token', 1],
  ]);
  expect(JSON.stringify(report())).not.toContain('Zq');
});

test.each(['nothing to hide', 'größe ✓ password', 'password=Zq1kW9x', 'x'.repeat(6000), ''])(
  'a text counts as a content of the same bytes does: %.20s',
  (text) => {
    const [texts, contents] = [createRedaction(), createRedaction()];
    for (let times = 1; times <= 2; times++) {
      texts.text(text);
      const { push, end } = contents.content();
      push(Buffer.from(text));
      end();
      expect(texts.report().secrets).toEqual(contents.report().secrets);
      expect(contents.report().bytes).toBe(texts.report().bytes);
      expect(texts.report().bytes).toBe(times * Buffer.byteLength(text));
      expect(texts.report().steps).toBeGreaterThanOrEqual(text === '' ? 0 : times * (text.length - 2));
    }
  },
);

test('secrets that touch each other have a mask each, unless the second continues the first', () => {
  const second = ruleOf('second', 'xyz', /(xyz\d)/);
  const masked = (first: Rule, text: string) =>
    redacted([Buffer.from(text)], [first, second]).replace(/_[0-9a-f]{8}__/g, '!');
  const short = ruleOf('first', 'aaa', /aaa(\d{3})/, '\\w');
  expect(masked(short, 'aaa123xyz9 b')).toBe('aaa__secret_first!__secret_second! b');
  const long = `aaa${'1'.repeat(300)}xyz9`;
  const first = (rest?: string) => ruleOf('first', 'aaa', /aaa(\d{300})/, rest);
  expect(masked(first('\\dx'), `${long} b`)).toBe('aaa__secret_first! b');
  expect(masked(first('\\d'), `${long} b`)).toBe('aaa__secret_first!__secret_second! b');
  expect(masked(first(), `${long} b`)).toBe('aaa__secret_first!__secret_second! b');
});

test('a secret longer than any window is masked to its end', () => {
  const value = 'Zq9kW7x'.repeat(40_000);
  expect(redacted([Buffer.from(`token=${value} next`)])).toMatch(/^token=__secret_\w+__ next$/);
  expect(redacted([Buffer.from(`-----BEGIN PRIVATE KEY-----\n${value}\n-----END`)])).toMatch(
    /^-----BEGIN PRIVATE KEY-----\n__secret_private_key_.{8}__\n-----END$/,
  );
});

const hostile: Record<string, (size: number) => string> = {
  keywords: (size) => 'password'.repeat(size / 8),
  'keywords of all rules': (size) => {
    const all = allRules.flatMap(({ keywords }) => keywords).join('');
    return all.repeat(size / all.length + 1).slice(0, size);
  },
  'one long line': (size) => 'x'.repeat(size),
  'nested quotes': (size) => 'password=\\"\\"\''.repeat(size / 14),
  'block starts': (size) => '-----BEGIN PRIVATE KEY-----\n'.repeat(size / 28),
  'URL starts': (size) => '://a:'.repeat(size / 5),
  options: (size) => 'mysql -p -u -c -x '.repeat(size / 18),
};

test.each(Object.keys(hostile))(
  'hostile input takes a number of steps in proportion to its size: %s',
  (name) => {
    const steps = (size: number) => {
      const { content, report } = createRedaction();
      const { push, end } = content();
      push(Buffer.from(hostile[name]?.(size) ?? ''));
      end();
      return report().steps;
    };
    const small = steps(50_000);
    expect(steps(200_000)).toBeLessThan(small * 8);
    expect(small).toBeLessThan(50_000 * 100);
  },
);

test('the bytes held back are limited, whatever they are', () => {
  for (const make of Object.values(hostile)) {
    const { push } = createRedaction({ key }).content();
    const bytes = Buffer.from(make(300_000));
    let returned = '';
    for (let at = 0; at < bytes.length; at += 1000)
      returned += Buffer.from(push(bytes.subarray(at, at + 1000))).toString('latin1');
    const whole = redacted([bytes]);
    expect(whole.startsWith(returned)).toBe(true);
    // In the worst case, each byte still held becomes a mask.
    expect(whole.length - returned.length).toBeLessThan(16 * 1024 * 12);
  }
});

test.each([997, 4096, 65_536])(
  'what precedes a keyword is seen across windows, in pieces of %i bytes',
  (size) => {
    const bytes = Buffer.from('mysql --user root -pZq9kW7x db\n'.repeat(30_000));
    expect(redacted(piecesOf(bytes, size))).not.toContain('Zq9kW7x');
  },
);

test('each small piece is scanned with about its own work, so that a caller gets a turn between pieces', () => {
  const { content, report } = createRedaction();
  const { push } = content();
  const piece = Buffer.from('plain words\n'.repeat(100)).subarray(0, 1024);
  const work = Array.from({ length: 40 }, () => {
    const before = report().steps;
    push(piece);
    return report().steps - before;
  });
  expect(Math.max(...work)).toBeGreaterThan(0);
  expect(Math.max(...work)).toBeLessThan(4 * piece.length);
});

test('no keyword that is in each line makes masking look at more than three things for each byte', () => {
  const stepsFor = (keyword: string): number => {
    const text = Buffer.from(
      `${keyword} value # a line of a file that is as long as most lines are\n`.repeat(50),
    );
    const { content, report } = createRedaction();
    const { push, end } = content();
    push(text);
    end();
    return report().steps / text.length;
  };
  const keywords = new Set(allRules.flatMap((rule) => rule.keywords));
  expect([...keywords].filter((keyword) => stepsFor(keyword) > 3)).toEqual([]);
});

test('says which key made its masks, if others can have it', () => {
  const withKey = (text: string) => createRedaction({ key: Buffer.from(text) });
  const { maskKey } = withKey('a');
  expect(maskKey).toMatch(/^[0-9a-f]{8}$/);
  expect(withKey('a').maskKey).toBe(maskKey);
  expect(withKey('b').maskKey).not.toBe(maskKey);
  expect(chainRedactions(createRedaction(), withKey('a')).maskKey).toBe(maskKey);
  expect(createRedaction().maskKey).toBeUndefined();
});
