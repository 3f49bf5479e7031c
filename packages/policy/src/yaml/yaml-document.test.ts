import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineCounter } from 'yaml';
import { parseYaml, yamlLimits } from './yaml-document.js';

const parse = (text: string): unknown => {
  const lines = new LineCounter();
  const document = parseYaml(text, lines, (offset, problem) => {
    const { line, col } = lines.linePos(offset);
    return new Error(`${line}:${col}: ${problem}`);
  });
  return document.toJS({ maxAliasCount: -1 });
};

describe('rejects a text over a limit before it takes time and memory', () => {
  const { tokens, depth, aliases } = yamlLimits;
  test.each([
    ['tokens', `a: [${'1,'.repeat(tokens)}]`, /^1:\d+: the file has more than 500000 YAML tokens/],
    ['brackets', '['.repeat(2_000_000), /^1:\d+: is nested more than 100 levels deep$/],
    ['braces', '{'.repeat(2_000_000), /nested more than/],
    ['lists in one line', '- '.repeat(2_000_000), /nested more than/],
    ['keys in one line', '? '.repeat(2_000_000), /nested more than/],
    [
      'indented mappings',
      Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
      /^\d+:\d+: is nested/,
    ],
    ['directives', '%A\n'.repeat(1_000_000), /^\d+:1: the file has more than 10 directives/],
    ['errors', ']'.repeat(4_000_000), /^1:1: "\]" is not expected here; /],
    [
      'aliases',
      `a: &a 1\nb: [${'*a,'.repeat(aliases)}]`,
      /^2:\d+: the file has more than 1000 anchors and aliases/,
    ],
    [
      'long texts by aliases',
      `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(100)}]`,
      /has more than 8388608/,
    ],
    ['documents', 'a: 1\n---\nb: 2\n', /^2:1: is a second YAML document; allowed: one$/],
    ['a circle', 'a: &a [1, *a]\n', /^1:11: alias \*a is inside its own anchor &a$/],
    [
      'an anchor that comes later',
      'a: *b\nb: &b 1\n',
      /^1:4: alias \*b has no anchor &b before it; a text that begins with \* must be in quotes$/,
    ],
    ['ordered mappings', 'a: !!omap [b: 1]\n', /^1:4: a text that begins with ! must be in quotes/],
  ])('%s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('accepts texts within the limits', () => {
    expect(parse(`${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}`)).toBeInstanceOf(Array);
    expect(Object.keys(parse('a: &a {b: &b c}\nd: [*a, *b, *a]\ne: *a\n') as object)).toEqual([
      'a',
      'd',
      'e',
    ]);
    expect(parse('a: &x 1\nb: *x\nc: &x 2\nd: *x\n')).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  });
});

describe('reports a duplicate key in a mapping of any size', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `k${index}`);
  test.each([
    [
      'a block',
      `${many.map((key) => `${key}: 1\n`).join('')}k7: 1\n`,
      /^20001:1: "k7" is there twice; allowed: each key once$/,
    ],
    [
      'braces',
      `a: {${many.map((key) => `${key}: 1`).join(', ')}, "k7": 1}`,
      /^1:\d{6}: "k\d+" is there twice; allowed: each key once$/,
    ],
    ['a list', '- {a: 1}\n- {a: 1, a: 2}\n', /^2:10: "a" is there twice; /],
    ['another kind of quotes', `"a": 1\n'a': 2\n`, /^2:1: "a" is there twice; /],
  ])('%s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe('says in our words what is wrong with the syntax, and what to do', () => {
  test.each([
    ['a tab', 'a:\n\tb: 1\n', '2:1: a tab cannot indent a line; use spaces'],
    ['no space after the colon', 'a:1\nb: 2\n', '1:1: expected NAME: VALUE, with a space after the colon'],
    ['a name alone', 'a: 1\nb\n', '2:1: expected NAME: VALUE, with a space after the colon'],
    ['a list after a name', 'a: 1\n- b\n', '2:1: expected NAME: VALUE, with a space after the colon'],
    ['two colons', 'a: b: c\n', '1:4: a name and its value are inside the value before them; '],
    ['a column of no line', 'a:\n  b: 1\n c: 2\n', '3:1: the line begins in the column of no line above; '],
    [
      'text that is not indented',
      'a: |\n\tb\n',
      '2:1: the text after | or > is not indented like its first line; ',
    ],
    ['a text after |', 'a: |x\n', '1:5: expected the end of the line after | or >; '],
    ['an open quote', "a: 'x\nb: 1\n", "3:1: a text that begins with ' does not end with one; add it"],
    ['an open double quote', 'a: "x\nb: 1\n', '3:1: a text that begins with " does not end with one; add it'],
    ['an open bracket', 'a: [1\nb: 3\n', '2:1: expected ] before this; '],
    ['an open brace', 'a: {b: 1\nc: 3\n', '2:1: expected } before this; '],
    ['a bracket that closes nothing', '{a: 1}}\n', '1:7: "}" is not expected here; '],
    ['no comma in JSON', '{"a": 1 "b": 2}\n', '1:7: expected a comma between two items in brackets; add it'],
    ['no colon in JSON', '{"a" 1}\n', '1:6: expected a comma or a colon between two texts in brackets; '],
    ['two commas', '{a: 1, , b: 2}\n', '1:8: expected an item before the comma; remove the comma'],
    ['a placeholder', 'a: %s\n', '1:4: a text that begins with "%" must be in quotes; add them'],
    ['a template', 'a: {{ x }}\n', '1:5: a name must be a text; put it in quotes'],
    ['two anchors', 'a: &x &y 1\n', '1:7: a text that begins with & or * must be in quotes; add them'],
    [
      'an escape',
      String.raw`a: "\d"`,
      '1:5: a backslash in double quotes begins an escape, and this is not one; ',
    ],
    ['text after quotes', 'a: "x" y\n', '1:8: expected the end of the value; '],
    ['a comment without a space', 'a: "x"#c\n', '1:7: a comment needs a space before its #; '],
    ['a list on the line of its name', 'a: - b\n', '1:4: a list cannot begin on the line of its name; '],
    ['a directive', '%A\n---\na: 1\n', '1:1: a line that begins with % is not a setting; '],
    ['a long name', `${'x'.repeat(1100)}: 1`, '1:1: a name has more than 1024 characters; '],
    ['a mapping after the start of a document', '--- a: b\n', '1:5: expected a space or a line end here; '],
  ])('%s', (_, text, message) => {
    let found = '';
    try {
      parse(text);
    } catch (error) {
      found = (error as Error).message;
    }
    expect(found.slice(0, message.length)).toBe(message);
  });

  test('never in those of the parser, and once a line', () => {
    const all = fc.array(fc.constantFrom(...'abc:-?[]{},&*!|>%@`"\'#\\ \t\n'), { maxLength: 40 });
    fc.assert(
      fc.property(all, (characters) => {
        const problems: string[] = [];
        const lines = new LineCounter();
        try {
          parseYaml(characters.join(''), lines, (offset, problem, more = []) => {
            for (const each of [{ offset, problem }, ...more]) {
              problems.push(each.problem);
              expect(each.problem).not.toMatch(
                /[Ff]low|Block|Implicit|indicator|token|node|stream|Plain|resolve/,
              );
            }
            return new Error('refused');
          });
        } catch (error) {
          if ((error as Error).message !== 'refused') throw error;
        }
        expect(problems.length).toBeLessThanOrEqual(characters.join('').split('\n').length);
      }),
      { numRuns: 1000 },
    );
  });
});
