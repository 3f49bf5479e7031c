import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseLine } from './words.js';

const textsOf = (line: string): string[][] =>
  parseLine(line).map(({ words }) => words.map(({ text }) => text));

test.each([
  'ip -br addr',
  `echo 'a b' "c d" e\\ f`,
  `echo "it's" 'say "hi"' ""`,
  String.raw`echo "a\"b\\c\$d\e" \' '\'`,
  `echo a'b'"c"d`,
  'echo 5$ a#b ~x =y {z}',
])('%s has the words that sh reads', (line) => {
  const printed = execFileSync('sh', ['-c', `set -f; printf '%s\\0' ${line}`], { encoding: 'utf8' });
  expect(textsOf(line)).toEqual([printed.split('\0').slice(0, -1)]);
});

test('pipes, discarded errors, comments and empty lines', () => {
  expect(textsOf("ip addr|grep 'a|b'| wc -l")).toEqual([
    ['ip', 'addr'],
    ['grep', 'a|b'],
    ['wc', '-l'],
  ]);
  expect(parseLine('cat x 2>/dev/null | wc 2>&1')).toMatchObject([
    { quiet: true, words: [{ text: 'cat' }, { text: 'x' }] },
    { quiet: false, words: [{ text: 'wc' }] },
  ]);
  expect(parseLine('  ')).toEqual([]);
  expect(parseLine('# note')).toEqual([]);
});

test('only wildcards outside quotes make a pattern', () => {
  const [command] = parseLine(String.raw`ls *.c '*' "?" \[x [ab]`);
  expect(command?.words.map(({ isPattern }) => isPattern)).toEqual([false, true, false, false, false, true]);
});

test.each([
  ['ls > x', '">" is not understood here'],
  ['ls; ls', '";" is not understood here'],
  ['ls && ls', '"&&" is not understood here'],
  ['ls || ls', '"||" is not understood here'],
  ['echo $HOME', '"$" is not understood here'],
  ['echo "$(id)"', '"$" is not understood here'],
  ['echo `id`', '"`" is not understood here'],
  ['ls <(id)', '"<" is not understood here'],
  ['ls |', 'a command is missing before or after |'],
  ['| ls', 'a command is missing before or after |'],
  ["ls 'x", "the line has no closing '"],
  ['ls "x', 'the line has no closing "'],
  ['ls \\', 'the line ends with a backslash'],
  ['x'.repeat(70_000), 'the line has 70000 characters; allowed: at most 65536'],
])('%.20s is refused', (line, message) => expect(() => parseLine(line)).toThrow(message));
