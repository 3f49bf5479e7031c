/** A directive of an nginx configuration with its arguments, unquoted. */
export interface NginxDirective {
  readonly name: string;
  readonly words: readonly string[];
}

/** Reads nginx configuration text: the requested directives at every depth, without comments and blocks of Lua code. */
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
    if (mark === '{' && name?.endsWith('_by_lua_block')) token.lastIndex = endOfLua(text, token.lastIndex);
    words = [];
  }
  return directives;
}

/** Where a block of Lua code ends: braces in its comments and strings do not count. */
function endOfLua(text: string, start: number): number {
  const token = /--\[(=*)\[|\[(=*)\[|--[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\\.|[{}]/gs;
  token.lastIndex = start;
  let depth = 1;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, comment, level = comment] = match;
    if (level !== undefined) {
      const close = text.indexOf(`]${level}]`, token.lastIndex);
      if (close === -1) break;
      token.lastIndex = close + level.length + 2;
    } else if (found === '{') depth++;
    else if (found === '}' && --depth === 0) return token.lastIndex;
  }
  return text.length;
}
