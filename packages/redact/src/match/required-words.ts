import { lowerAscii } from './bytes.js';
import { type PatternTree, parsePattern } from './pattern-tree.js';

/** Words, one of which is in every match. `least` is the length of the shortest. */
interface Words {
  readonly words: readonly string[];
  readonly least: number;
}

/** More words would take longer to look for than the pattern. */
const mostWords = 64;

/** Signs that are rare enough to be looked for alone. */
const rareSign = /[@|<>{}]/;

/**
 * Words in lower case, one of which is in every text in which the pattern matches, whatever its case. Words have at least two characters, or are a rare sign. Undefined if there are
 * none.
 */
export const requiredWords = (pattern: RegExp): readonly string[] | undefined =>
  best(parsePattern(pattern))?.words.map(lowerAscii);

function best(tree: PatternTree): Words | undefined {
  switch (tree.kind) {
    case 'sequence':
      return longest(partsOf(tree.items));
    case 'choice':
      return union(tree.items.map(best));
    case 'capture':
      return best(tree.item);
    case 'repeat':
      return tree.least > 0 ? best(tree.item) : undefined;
    case 'ahead':
    case 'behind':
      return tree.negative ? undefined : best(tree.item);
    default:
      return undefined;
  }
}

/** The words of a sequence: its runs of plain characters, and those of its other parts. */
function partsOf(items: readonly PatternTree[]): (Words | undefined)[] {
  const found: (Words | undefined)[] = [];
  let run = '';
  const close = (): void => {
    if (run.length > 1 || rareSign.test(run)) found.push({ words: [run], least: run.length });
    run = '';
  };
  for (const item of items) {
    const character = plain(item);
    if (character !== undefined) {
      run += character;
      continue;
    }
    close();
    found.push(best(item));
  }
  close();
  return found;
}

/** The character that a part stands for, if it is one. */
function plain(tree: PatternTree): string | undefined {
  if (tree.kind !== 'byte') return undefined;
  if (/^[^\\[.]$/.test(tree.source)) return tree.source;
  return /^\\[^\w\s]$/.test(tree.source) ? tree.source.slice(1) : undefined;
}

function longest(found: readonly (Words | undefined)[]): Words | undefined {
  let chosen: Words | undefined;
  for (const each of found)
    if (
      each !== undefined &&
      (chosen === undefined ||
        each.least > chosen.least ||
        (each.least === chosen.least && each.words.length < chosen.words.length))
    )
      chosen = each;
  return chosen;
}

function union(all: readonly (Words | undefined)[]): Words | undefined {
  const words = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  for (const each of all) {
    if (each === undefined) return undefined;
    for (const word of each.words) words.add(word);
    least = Math.min(least, each.least);
  }
  // A text with a word has every word within it, too.
  const shortest = [...words].filter(
    (word) => ![...words].some((each) => each !== word && word.includes(each)),
  );
  return shortest.length > mostWords ? undefined : { words: shortest, least };
}
