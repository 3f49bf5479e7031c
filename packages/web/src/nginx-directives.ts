/** A directive of an nginx configuration with its arguments, unquoted. */
export interface NginxDirective {
  readonly name: string;
  readonly words: readonly string[];
}

/** Reads nginx configuration text: the directives that are wanted at every depth, without comments and blocks of Lua code. */
export function parseNginx(text: string, isWanted: (name: string) => boolean = () => true): NginxDirective[] {
  const token = /\s+|#[^\n]*|([;{}])|"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|((?:\\.?|\$\{|[^\s;{\\])+)/gs;
  const directives: NginxDirective[] = [];
  let words: string[] = [];
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, mark, double, single, bare] = match;
    const word = double ?? single ?? bare;
    if (word !== undefined) words.push(word.replace(/\\(["'\\])/g, '$1'));
    if (mark === undefined) continue;
    const [name, ...rest] = words;
    if (name !== undefined && isWanted(name)) directives.push({ name, words: rest });
    if (mark === '{' && name?.endsWith('_by_lua_block')) token.lastIndex = endOfBlock(text, token.lastIndex);
    words = [];
  }
  return directives;
}

function endOfBlock(text: string, start: number): number {
  let depth = 1;
  let position = start;
  for (; position < text.length && depth > 0; position++) {
    if (text[position] === '{') depth++;
    else if (text[position] === '}') depth--;
  }
  return position;
}
