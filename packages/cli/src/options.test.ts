import { describe, expect, test } from 'vitest';
import { parseOptions } from './options.js';

const options = {
  json: { kind: 'flag', doc: '' },
  output: { kind: 'text', doc: '' },
  format: { kind: 'text', choices: ['tar.gz', 'directory'], doc: '' },
  only: { kind: 'list', doc: '' },
  status: { kind: 'list', choices: ['empty', 'timed out'], doc: '' },
  jobs: { kind: 'count', doc: '' },
  timeout: { kind: 'seconds', doc: '' },
  'max-bytes': { kind: 'bytes', doc: '' },
  'max-time': { kind: 'limit', doc: '' },
} as const;

const parse = (...args: string[]) => parseOptions('collect', options, args);

test('parses values by kind and collects the other arguments as operands', () => {
  const { values, operands } = parse(
    ...['a', '--json', '--output', 'x', '--format=directory', '--jobs', '3', '--timeout', '.5', '--', '--b'],
  );
  expect(values).toEqual({ json: true, output: 'x', format: 'directory', jobs: 3, timeout: 0.5 });
  expect(operands).toEqual(['a', '--b']);
});

test('list options can be repeated and take comma-separated names', () => {
  expect(parse('--only', 'a,b', '--only=c*').values).toEqual({ only: ['a', 'b', 'c*'] });
  expect(parse('--status', 'timed out,empty').values).toEqual({ status: ['timed out', 'empty'] });
});

test('choices match in any letter case', () => {
  expect(parse('--format', 'Tar.GZ', '--status', 'EMPTY,Timed Out').values).toEqual({
    format: 'tar.gz',
    status: ['empty', 'timed out'],
  });
});

test.each([
  ['1', 1],
  ['500k', 500 * 1024],
  ['2M', 2 * 1024 ** 2],
  ['1G', 1024 ** 3],
])('--max-bytes %s', (text, bytes) => {
  expect(parse('--max-bytes', text).values).toEqual({ 'max-bytes': bytes });
});

test.each([
  ['0', Number.POSITIVE_INFINITY],
  ['none', Number.POSITIVE_INFINITY],
  ['0.5', 0.5],
  ['60', 60],
])('--max-time %s', (text, seconds) => {
  expect(parse('--max-time', text).values).toEqual({ 'max-time': seconds });
});

test('a single dash is a value, and a value after = may begin with a dash', () => {
  expect(parse('--output', '-').values).toEqual({ output: '-' });
  expect(parse('--output=-x').values).toEqual({ output: '-x' });
});

describe('the most of each kind', () => {
  const most = 2_147_483;
  test.each([
    ['--timeout', `${most}`, most],
    ['--max-time', `${most}`, most],
    ['--jobs', '999999', 999_999],
    ['--max-bytes', '8191T', 8191 * 1024 ** 4],
    ['--max-bytes', `${Number.MAX_SAFE_INTEGER}`, Number.MAX_SAFE_INTEGER],
  ])('%s %s', (name, text, value) => {
    expect(parse(name, text).values).toEqual({ [name.slice(2)]: value });
  });

  test.each([
    ['--timeout', `${most}.1`],
    ['--timeout', `${most + 1}`],
    ['--max-time', `${most + 1}`],
    ['--jobs', '1000000'],
    ['--jobs', '03'],
    ['--max-bytes', '8192T'],
    ['--max-bytes', `${Number.MAX_SAFE_INTEGER + 1}`],
    ['--max-bytes', '0'],
  ])('%s %s is more, or none', (name, text) => {
    expect(() => parse(name, text)).toThrow(`${name} ${JSON.stringify(text)} is not allowed`);
  });

  test('of seconds is what a timer can wait for', () => {
    expect(most).toBe(Math.floor((2 ** 31 - 1) / 1000));
  });
});

describe('an error names the option, the value and the allowed values', () => {
  test.each([
    [['--jsn'], '--jsn is not an option of hostspec collect; did you mean --json?'],
    [['--zebra'], '--zebra is not an option of hostspec collect; see hostspec collect --help'],
    [['-x'], '-x is not an option of hostspec collect; see hostspec collect --help'],
    [['--help=al'], '--help has a value that is not allowed; allowed: --help, or --help=all'],
    [['--json=1'], '--json takes no value, received "1"'],
    [['--output'], '--output needs a value: non-empty text'],
    [
      ['--output', '--json'],
      '--output needs a value: non-empty text; to give a value that begins with -, write --output=--json',
    ],
    [['--output', ''], '--output "" is not allowed; allowed: non-empty text'],
    [['--format', 'zip'], '--format "zip" is not allowed; allowed: tar.gz, directory'],
    [['--status', 'empty,full'], '--status "full" is not allowed; allowed: empty, timed out'],
    [['--jobs', '0'], '--jobs "0" is not allowed; allowed: a whole number from 1 to 999999'],
    [['--jobs', '1.5'], '--jobs "1.5" is not allowed; allowed: a whole number from 1 to 999999'],
    [
      ['--timeout', '0'],
      '--timeout "0" is not allowed; allowed: a number of seconds, more than 0 and at most 2147483',
    ],
    [
      ['--max-time', '0.0'],
      '--max-time "0.0" is not allowed; allowed: a number of seconds, at most 2147483, or 0 or none for no limit',
    ],
    [
      ['--timeout', '3e9'],
      '--timeout "3e9" is not allowed; allowed: a number of seconds, more than 0 and at most 2147483',
    ],
    [
      ['--max-bytes', '1MB'],
      '--max-bytes "1MB" is not allowed; allowed: a number of bytes, at least 1, or a number with K, M, G or T (powers of 1024)',
    ],
    [['--only', 'a,,b'], '--only "a,,b" is not allowed; allowed: one or more names, separated by commas'],
  ])('%j', (args, message) => {
    expect(() => parse(...args)).toThrow(
      expect.objectContaining({ name: 'UsageError', code: 'INVALID_OPTION', message }),
    );
  });
});

test('a negative number is a value that is not allowed, and an option is a missing value', () => {
  expect(() => parse('--timeout', '-1')).toThrow(
    '--timeout "-1" is not allowed; allowed: a number of seconds',
  );
  expect(() => parse('--timeout', '--json')).toThrow('--timeout needs a value');
});

test.each(['-x', '-', '--', '--json', '-5', '-5x'])('%j after an option of text', (next) => {
  const isOption = !['-', '-5', '-5x'].includes(next);
  if (isOption) expect(() => parse('--output', next)).toThrow(/^--output needs a value: .* write --output=-/);
  else expect(parse('--output', next).values).toEqual({ output: next });
  expect(parse(`--output=${next}`).values).toEqual({ output: next });
});

test('names of inherited object properties are not options', () => {
  expect(() => parse('--constructor')).toThrow('--constructor is not an option');
  expect(() => parse('--__proto__', 'x')).toThrow('is not an option');
});
