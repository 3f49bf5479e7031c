import type { YAMLError } from 'yaml';

/** Words for an error; `at` is the character at which it is, `message` that of the parser. */
type Words = string | ((at: string, message: string) => string);

const pair = 'expected NAME: VALUE, with a space after the colon';
const quoted = (at: string): string => `a text that begins with ${at} must be in quotes; add them`;
const unexpected = (at: string): string =>
  `${at} is not expected here; put a text with such characters in quotes`;

/** Words by the code and message of the parser. The first that match count. */
const words: readonly (readonly [error: RegExp, words: Words])[] = [
  [/^TAB_AS_INDENT/, 'a tab cannot indent a line; use spaces'],
  [
    /end with a [\]}]$/,
    (_, message) =>
      `expected ${message.at(-1)} before this; close the brackets, or indent this line more than the one that opens them`,
  ],
  [
    /^BAD_INDENT Block scalar/,
    'the text after | or > is not indented like its first line; use as many spaces',
  ],
  [/^BAD_INDENT/, 'the line begins in the column of no line above; indent lines of one level alike'],
  [/^BAD_SCALAR_START/, quoted],
  [
    /^BAD_DQ_ESCAPE/,
    'a backslash in double quotes begins an escape, and this is not one; use single quotes, or write two backslashes',
  ],
  [
    /^BLOCK_AS_IMPLICIT_KEY Nested/,
    'a name and its value are inside the value before them; put a value with a colon in quotes, or begin the line in the column of those above',
  ],
  [/^BLOCK_IN_FLOW/, 'expected a comma between two items in brackets; add it'],
  [/Missing , /, 'expected a comma or a colon between two texts in brackets; add it'],
  [/Missing space after :/, pair],
  [/^KEY_OVER/, 'a name has more than 1024 characters; allowed: at most 1024'],
  [/^(?:BLOCK_AS|MULTILINE)_IMPLICIT_KEY|Implicit map keys/, pair],
  [/^MISSING_CHAR Missing closing "/, 'a text that begins with " does not end with one; add it'],
  [/^MISSING_CHAR Missing closing '/, "a text that begins with ' does not end with one; add it"],
  [/^MISSING_CHAR Comments/, 'a comment needs a space before its #; add it, or put the text in quotes'],
  [/^MISSING_CHAR Sequence/, 'expected an item of the list, which begins with "- "'],
  [/^MISSING_CHAR/, 'expected a space or a line end here; add it'],
  [/^NON_STRING_KEY/, 'a name must be a text; put it in quotes'],
  [/^BAD_DIRECTIVE/, 'a line that begins with % is not a setting; remove it, or put the text in quotes'],
  [/^(?:TAG|MULTIPLE_TAGS|BAD_COLLECTION)/, 'a text that begins with ! must be in quotes; add them'],
  [/ANCHOR|ALIAS|PROP/, 'a text that begins with & or * must be in quotes; add them'],
  [
    /block-seq-ind on same line/,
    'a list cannot begin on the line of its name; put each item on a line of its own',
  ],
  [/header/, 'expected the end of the line after | or >; begin the text on the next line'],
  [
    /at node end$/,
    'expected the end of the value; put all of it in quotes, or begin the line in the column of those above',
  ],
  [/Unexpected ,|empty item/, 'expected an item before the comma; remove the comma'],
];

/** Says in our words what is wrong with a text at an error of its parser, and what to do. */
export function syntaxProblem({ code, message, pos }: YAMLError, text: string): string {
  const error = `${code} ${message}`;
  const found = words.find(([pattern]) => pattern.test(error))?.[1] ?? unexpected;
  if (typeof found === 'string') return found;
  return found(JSON.stringify(text.charAt(pos[0])), message);
}
