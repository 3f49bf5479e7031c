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
  type YAMLMap,
} from 'yaml';

/** Makes an error from a place in a text and the problem there. */
export type RefuseAt = (offset: number, problem: string) => Error;

/** Limits for a YAML text. Without them, even a small text could take minutes and gigabytes. */
export const yamlLimits = { tokens: 500_000, depth: 100, aliases: 1000, characters: 8_388_608 } as const;

const options = {
  prettyErrors: false,
  schema: 'core',
  // Leaves out sets and ordered mappings, for which the library compares every key with every other.
  resolveKnownTags: false,
  stringKeys: true,
  // The library would compare every key with every other here too; `checkKeys` needs one pass.
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
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw refuse(error.pos[0], error.message);
  measure(document.contents, new Map(), refuse);
  return document;
}

function* boundedTokens(text: string, lines: LineCounter, refuse: RefuseAt): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  const count = { tokens: 0, aliases: 0, directives: 0 };
  const limit = (key: keyof typeof count, most: number, words: string): void => {
    if (++count[key] > most)
      throw refuse(parser.offset, `the file has more than ${most} ${words}; allowed: at most ${most}`);
  };
  let atScalar = false;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    limit('tokens', yamlLimits.tokens, 'YAML tokens (names, values, punctuation)');
    const type = atScalar ? 'scalar' : CST.tokenType(lexeme);
    if (type === 'alias' || type === 'anchor') limit('aliases', yamlLimits.aliases, 'anchors and aliases');
    if (type === 'directive-line') limit('directives', 10, 'directives');
    atScalar = lexeme === CST.SCALAR;
    yield* withoutErrors(parser.next(lexeme), refuse);
    if (parser.stack.length > yamlLimits.depth)
      throw refuse(parser.offset, `is nested more than ${yamlLimits.depth} levels deep`);
  }
  yield* withoutErrors(parser.end(), refuse);
}

/** The first error is enough: a text can have a million. */
function* withoutErrors(tokens: Iterable<CST.Token>, refuse: RefuseAt): Generator<CST.Token, void> {
  for (const token of tokens) {
    if (token.type === 'error') throw refuse(token.offset, token.message);
    yield token;
  }
}

/** Counts the characters and values of a node with its aliases resolved; `anchors` holds the counts of earlier anchors. Keys must be unique. */
function measure(node: unknown, anchors: Map<string, number | 'open'>, refuse: RefuseAt): number {
  if (!isNode(node)) return 1;
  const at = node.range?.[0] ?? 0;
  if (isAlias(node)) return sizeOfAlias(node.source, at, anchors, refuse);
  const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
  if (anchor !== undefined) anchors.set(anchor, 'open');
  let size = 1 + (isScalar(node) && typeof node.value === 'string' ? node.value.length : 0);
  for (const child of childrenOf(node, refuse)) size += measure(child, anchors, refuse);
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
  if (size === undefined) throw refuse(at, `alias *${source} has no anchor &${source} before it`);
  if (size === 'open') throw refuse(at, `alias *${source} is inside its own anchor &${source}`);
  return size;
}

function childrenOf(node: Node, refuse: RefuseAt): readonly unknown[] {
  if (isSeq(node)) return node.items;
  if (!isMap(node)) return [];
  checkKeys(node, refuse);
  return node.items.flatMap(({ key, value }) => [key, value]);
}

function checkKeys({ items }: YAMLMap, refuse: RefuseAt): void {
  const known = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? key.value : key;
    if (known.has(value))
      throw refuse((isNode(key) ? key.range?.[0] : undefined) ?? 0, 'Map keys must be unique');
    known.add(value);
  }
}
