import { expect, test } from 'vitest';
import { createRedaction, type Rule } from '../index.js';
import { piecesOf, through } from '../testing/content.js';
import { ruleOf } from '../testing/rule.js';

const key = Buffer.from('a key for tests');
// Costs far more than its pattern needs, so that few tries are allowed.
const slow: Rule = { ...ruleOf('slow', 'psk=', /psk=(a)/), steps: 50_000 };
const password: Rule = { ...ruleOf('pw', 'pw=', /pw=(\w{3})/) };

function masked(text: string, size = text.length, rules: readonly Rule[] = [slow, password]) {
  const content = createRedaction({ rules, key }).content();
  const all = through(content, piecesOf(Buffer.from(text, 'latin1'), size));
  return { text: all.toString('latin1'), counts: content.masked() };
}

const costly = /__secret_too_costly_[0-9a-f]{8}__/;

test.each([5, 100, 20_000])(
  'a line on which a rule spends too much is masked to its end, in pieces of %d bytes',
  (size) => {
    const { text, counts } = masked(`x\n${'psk=b '.repeat(3000)}pw=abc\npw=xyz psk=c\n`, size);
    const [first, line = '', next, end] = text.split('\n');
    expect([first, end]).toEqual(['x', '']);
    expect(line.replace(costly, '█')).toMatch(/^(?:psk=b )+█$/);
    expect(line.length).toBeLessThan(1000);
    // The bytes of this line paid for a try on the next one.
    expect(next).toMatch(/^pw=__secret_pw_[0-9a-f]{8}__ psk=c$/);
    expect(counts).toEqual({ 'too-costly': 1, pw: 1 });
    expect(text).toBe(masked(`x\n${'psk=b '.repeat(3000)}pw=abc\npw=xyz psk=c\n`).text);
  },
);

test('other rules spend their own', () => {
  const { text } = masked(`${'pw=\n'.repeat(9)}${'psk=b '.repeat(3000)}\n${'pw=abc\n'.repeat(50)}`);
  expect(text.match(costly)).toHaveLength(1);
  expect(text).not.toContain('abc');
});

test('a mask that is open ends where the costly line begins', () => {
  const open: Rule = { ...slow, pattern: /psk=([^ ]{3,300})/, rest: '^ ' };
  const { text, counts } = masked(`${'psk=b'.repeat(4000)} left\nnext`, undefined, [open]);
  expect(text.replace(/[0-9a-f]{8}__/g, '')).toBe('psk=__secret_slow___secret_too_costly_\nnext');
  expect(counts).toEqual({ slow: 1, 'too-costly': 1 });
});

test('masking again changes nothing', () => {
  const once = masked(`${'psk=b '.repeat(3000)}pw=abc\n`).text;
  expect(masked(once).text).toBe(once);
});

test('keywords far enough apart are never too costly', () => {
  const lines = `psk=b ${'.'.repeat(250)}\n`.repeat(500);
  expect(masked(lines)).toEqual({ text: lines, counts: {} });
});

test('a costly line in a key block hides nothing of the block', () => {
  const block: Rule = { ...ruleOf('block', 'BEGIN', /BEGIN/), block: true };
  const text = `BEGIN\nMIIE1234\n${'psk=b '.repeat(3000)}\n`;
  const { text: first } = masked(text, undefined, [block, slow]);
  expect(first).not.toContain('MIIE');
});

test('a line on which the automata look at too much is masked to its end, and the next one is not', () => {
  const far: Rule = { ...ruleOf('far', ' -p', /(?<=curl[^\n]{0,300}) -p(a)/) };
  const { text, counts } = masked(`${' -pa'.repeat(3000)}\ncurl -pa\n`, undefined, [far]);
  const [first = '', second] = text.split('\n');
  expect(first.replace(costly, '█').replace(/^(?: -pa)+/, '')).toBe('█');
  expect(second).toMatch(/^curl -p__secret_far_[0-9a-f]{8}__$/);
  expect(counts).toEqual({ far: 1, 'too-costly': 1 });
});
