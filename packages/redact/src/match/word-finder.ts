import { numbersOfTexts } from './numbers-of-texts.js';

/** Where a text contains words of lists. Lists have numbers. */
export interface WordLines {
  /** The lists with words in a line, by the start of the line. Lines without words are left out. */
  readonly lines: ReadonlyMap<number, ReadonlySet<number>>;
  /** The lists with words in the text. */
  readonly lists: ReadonlySet<number>;
}

/**
 * Creates a search for the words of lists in a text, both in lower case. Each word is looked for once, without an expression: lists share
 * words, and most are used for a few texts. An undefined list has no words.
 */
export function wordFinder(lists: readonly (readonly string[] | undefined)[]): (text: string) => WordLines {
  const words = [...numbersOfTexts(lists)];
  return (text) => {
    const inLines = new Map<number, Set<number>>();
    const inText = new Set<number>();
    // An index, because most calls come before V8 optimizes iterators.
    for (let number = 0; number < words.length; number++) {
      const [word, ofWord] = words[number] as (typeof words)[number];
      for (let at = text.indexOf(word); at !== -1; ) {
        const start = text.lastIndexOf('\n', at) + 1;
        const inLine = inLines.get(start) ?? new Set();
        inLines.set(start, inLine);
        for (const list of ofWord) {
          inLine.add(list);
          inText.add(list);
        }
        const end = text.indexOf('\n', at);
        at = end === -1 ? -1 : text.indexOf(word, end);
      }
    }
    return { lines: inLines, lists: inText };
  };
}
