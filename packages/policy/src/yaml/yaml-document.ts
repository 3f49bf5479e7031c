import { shown } from '@hostspec/host-kit';
import {
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type LineCounter,
  type Node,
  Parser,
  type YAMLError,
  type YAMLMap,
} from 'yaml';

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
function syntaxProblem({ code, message, pos }: YAMLError, text: string): string {
  const error = `${code} ${message}`;
  const found = words.find(([pattern]) => pattern.test(error))?.[1] ?? unexpected;
  if (typeof found === 'string') return found;
  return found(JSON.stringify(text.charAt(pos[0])), message);
}

/** A problem and its place in a text. */
interface YamlProblem {
  readonly offset: number;
  readonly problem: string;
}

/** Creates an error from the first problem of a text, and the others. */
export type RefuseAt = (offset: number, problem: string, more?: readonly YamlProblem[]) => Error;

// A text can have a million problems.
const mostProblems = 50;

/** Limits for a YAML text. Without them, even a small text could take minutes and gigabytes. */
export const yamlLimits = { tokens: 500_000, depth: 100, aliases: 1000, characters: 8_388_608 } as const;

const options = {
  prettyErrors: false,
  schema: 'core',
  // Without sets and ordered mappings, for which the library compares every key with every other.
  resolveKnownTags: false,
  stringKeys: true,
  // Here, too, the library would compare every key with every other. `checkKeys` needs one pass.
  uniqueKeys: false,
} as const;

/** Parses a text as one YAML document. @throws the error of `refuse` if the text is invalid or exceeds a limit. */
export function parseYaml(text: string, lines: LineCounter, refuse: RefuseAt): Document.Parsed {
  const composer = new Composer(options);
  let document: Document.Parsed | undefined;
  for (const next of composer.compose(boundedTokens(text, lines, refuse), true, text.length)) {
    if (document) throw refuse(next.range[0], 'is a second YAML document; allowed: one');
    document = next;
  }
  if (!document) throw refuse(0, 'is not a YAML document');
  refuseAll(syntaxProblems(document, text, lines), refuse);
  const found: YamlProblem[] = [];
  measure(document.contents, new Map(), refuse, found);
  refuseAll(found, refuse);
  return document;
}

/** The first problem of each line: the others follow from it. */
function syntaxProblems(
  { errors, warnings }: Document.Parsed,
  text: string,
  lines: LineCounter,
): readonly YamlProblem[] {
  const byLine = new Map<number, YamlProblem>();
  for (const error of [...errors, ...warnings].toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const { line } = lines.linePos(error.pos[0]);
    if (!byLine.has(line)) byLine.set(line, { offset: error.pos[0], problem: syntaxProblem(error, text) });
  }
  return [...byLine.values()];
}

function refuseAll(found: readonly YamlProblem[], refuse: RefuseAt): void {
  const [first, ...more] = found.toSorted((a, b) => a.offset - b.offset).slice(0, mostProblems);
  if (first) throw refuse(first.offset, first.problem, more);
}

function* boundedTokens(text: string, lines: LineCounter, refuse: RefuseAt): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  const count = { tokens: 0, aliases: 0, directives: 0 };
  const limit = (key: keyof typeof count, most: number, words: string): void => {
    if (++count[key] > most)
      throw refuse(parser.offset, `the file has more than ${most} ${words}; allowed: at most ${most}`);
  };
  let atScalar = false;
  let errors = 0;
  /** Stop at the next error once there are too many. */
  const isLast = (token: CST.Token): boolean => token.type === 'error' && ++errors > mostProblems;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    limit('tokens', yamlLimits.tokens, 'YAML tokens (names, values, punctuation)');
    const type = atScalar ? 'scalar' : CST.tokenType(lexeme);
    if (type === 'alias' || type === 'anchor') limit('aliases', yamlLimits.aliases, 'anchors and aliases');
    if (type === 'directive-line') limit('directives', 10, 'directives');
    atScalar = lexeme === CST.SCALAR;
    for (const token of parser.next(lexeme)) {
      if (isLast(token)) return;
      yield token;
    }
    if (parser.stack.length > yamlLimits.depth)
      throw refuse(parser.offset, `is nested more than ${yamlLimits.depth} levels deep`);
  }
  yield* parser.end();
}

/**
 * Counts the characters and values of a node with its aliases resolved. `anchors` has the counts of earlier anchors. Adds duplicate keys to
 * `found`.
 */
function measure(
  node: unknown,
  anchors: Map<string, number | 'open'>,
  refuse: RefuseAt,
  found: YamlProblem[],
): number {
  if (!isNode(node)) return 1;
  const at = node.range?.[0] ?? 0;
  if (isAlias(node)) return sizeOfAlias(node.source, at, anchors, refuse);
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor !== undefined) anchors.set(anchor, 'open');
  let size = 1 + (isScalar(node) && typeof node.value === 'string' ? node.value.length : 0);
  for (const child of childrenOf(node, found)) size += measure(child, anchors, refuse, found);
  if (size > yamlLimits.characters)
    throw refuse(
      at,
      `has more than ${yamlLimits.characters} characters with its aliases resolved; allowed: at most ${yamlLimits.characters}`,
    );
  if (anchor !== undefined) anchors.set(anchor, size);
  return size;
}

function sizeOfAlias(
  source: string,
  at: number,
  anchors: ReadonlyMap<string, number | 'open'>,
  refuse: RefuseAt,
): number {
  const size = anchors.get(source);
  if (size === undefined)
    throw refuse(
      at,
      `alias *${source} has no anchor &${source} before it; a text that begins with * must be in quotes`,
    );
  if (size === 'open') throw refuse(at, `alias *${source} is inside its own anchor &${source}`);
  return size;
}

function childrenOf(node: Node, found: YamlProblem[]): readonly unknown[] {
  if (isSeq(node)) return node.items;
  if (!isMap(node)) return [];
  checkKeys(node, found);
  return node.items.flatMap(({ key, value }) => [key, value]);
}

function checkKeys({ items }: YAMLMap, found: YamlProblem[]): void {
  const known = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? key.value : key;
    if (known.has(value) && found.length < mostProblems)
      found.push({
        offset: (isNode(key) ? key.range?.[0] : undefined) ?? 0,
        problem: `${JSON.stringify(shown(String(value), 100))} is there twice; allowed: each key once`,
      });
    known.add(value);
  }
}
