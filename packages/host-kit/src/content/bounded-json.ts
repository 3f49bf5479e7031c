/** Size limits for JSON from untrusted sources. */
export interface JsonLimits {
  /** Characters of text. Default: 64 Mi. */
  readonly characters: number;
  /** Strings, numbers, lists, objects and keys, all together. Default 2,000,000. */
  readonly values: number;
  /** Levels of nested lists and objects. Default: 64. */
  readonly depth: number;
}

/** Enough for a hundred thousand items; the largest document takes less than 300 MB of memory. */
export const defaultJsonLimits: JsonLimits = {
  characters: 64 * 1024 ** 2,
  values: 2_000_000,
  depth: 64,
};

/** Reads the JSON texts of one source, which share its limits. */
export interface JsonReader {
  /** The value of a text. @throws SyntaxError if it is not JSON, RangeError if it is too large; the message says which. */
  read(text: string): unknown;
}

/** Creates a reader that counts before it parses: two bytes of text can take a hundred bytes of memory. */
export function jsonReader(limits: Partial<JsonLimits> = {}): JsonReader {
  const { characters, values, depth } = { ...defaultJsonLimits, ...limits };
  let charactersLeft = characters;
  let valuesLeft = values;
  return {
    read(text) {
      charactersLeft -= text.length;
      if (charactersLeft < 0) throw new RangeError(`it has more than ${characters} characters of JSON`);
      const size = sizeOf(text, valuesLeft, depth);
      if (size === 'deep') throw new RangeError(`its JSON is nested more than ${depth} deep`);
      valuesLeft -= size;
      if (valuesLeft < 0) throw new RangeError(`it has more than ${values} JSON values`);
      try {
        return JSON.parse(text);
      } catch {
        throw new SyntaxError('it is not JSON');
      }
    },
  };
}

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** An upper bound of the number of values, counted until it exceeds `most`; `deep` if they are nested too deep. */
function sizeOf(text: string, most: number, deepest: number): number | 'deep' {
  let size = 1;
  let depth = 0;
  for (let at = 0; at < text.length && size <= most; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma || code === colon) size++;
    else if (code === openList || code === openObject) {
      size++;
      if (++depth > deepest) return 'deep';
    } else if (code === closeList || code === closeObject) depth--;
  }
  return size;
}

/** The end of the string that begins at a quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
