import { sentenceParts, shortened } from '@hostspec/host-kit';
import { quoteWord } from '@hostspec/spec';

const placeholder = /\{([a-z][a-z0-9_|]*)\}/gi;

/** In a sentence, replaces a value that is not known. */
export const unknownValue = 'unknown';

/** A word in capitals stands for itself: in `{path|FILE}`, if the path is not known. */
const isLiteral = (name: string): boolean => /^[A-Z]+$/.test(name);

/** The words in braces of a sentence that have values. `{path|subject}` are two words: the first with a value counts. */
export function placeholdersIn(sentence: string): string[] {
  return [...sentence.matchAll(placeholder)].flatMap(([, names = '']) =>
    names.split('|').filter((name) => !isLiteral(name)),
  );
}

/** True if a command between backquotes has a word in braces within quotes, which the quotes of the value would end. */
export function hasQuotedWord(sentence: string): boolean {
  return sentenceParts(sentence).some(
    ({ text, isCommand }) => isCommand && /['"\\$]/.test(text) && placeholdersIn(text).length > 0,
  );
}

const longestValue = 300;

/** Replaces words in braces by their values, each cut to 300 characters. */
export function filled(sentence: string, value: (name: string) => string): string {
  return sentence.replace(placeholder, (_, names: string) =>
    shortened(firstKnown(names, value), longestValue),
  );
}

/** Like `filled`, for several sentences: one with a value that is not known says nothing and is left out. Undefined if none is left. */
export function filledSentences(sentences: string, value: (name: string) => string): string | undefined {
  const known = sentences
    .split(/(?<=[.!?]) (?=[A-Z{])/)
    .filter((sentence) =>
      [...sentence.matchAll(placeholder)].every(
        ([, names = '']) => firstKnown(names, value) !== unknownValue,
      ),
    );
  return known.length === 0 ? undefined : filled(known.join(' '), value);
}

/** Like `filled`, for a sentence with commands between backquotes: in these, a shell reads each value as one word that is not an option. */
export function filledForShell(sentence: string, value: (name: string) => string): string {
  const word = (_: string, names: string): string =>
    shellWord(shortened(firstKnown(names, value), longestValue));
  return sentenceParts(sentence)
    .map(({ text, isCommand }) =>
      isCommand ? `\`${text.replace(placeholder, word)}\`` : filled(text, value),
    )
    .join('');
}

function firstKnown(names: string, value: (name: string) => string): string {
  const values = names.split('|').map((name) => (isLiteral(name) ? name : value(name)));
  return values.find((each) => each !== unknownValue) ?? unknownValue;
}

function shellWord(value: string): string {
  // A backquote would end the command.
  return quoteWord(value.replaceAll('`', '?').replace(/^-(?!\.)/, '?'));
}
