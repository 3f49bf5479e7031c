const placeholder = /\{([a-z][a-z0-9_]*)\}/gi;

/** The words in braces of a sentence. */
export function placeholdersIn(sentence: string): string[] {
  return [...sentence.matchAll(placeholder)].map(([, name = '']) => name);
}

/** Whether a command between backquotes has a word in braces and quotes: the quotes of its value would end there. */
export function hasQuotedWord(sentence: string): boolean {
  return sentence
    .split('`')
    .some((part, at) => at % 2 === 1 && /['"\\$]/.test(part) && placeholdersIn(part).length > 0);
}

const longestValue = 300;

/** A sentence with the values of its words in braces, each cut to 300 characters. */
export function filled(sentence: string, value: (name: string) => string): string {
  return sentence.replace(placeholder, (_, name: string) => shortened(value(name)));
}

/** As `filled`, for a sentence with commands between backquotes: there a shell reads each value as one word that is not an option. */
export function filledForShell(sentence: string, value: (name: string) => string): string {
  return sentence
    .split('`')
    .map((part, at) =>
      at % 2 === 1
        ? part.replace(placeholder, (_, name: string) => shellWord(shortened(value(name))))
        : filled(part, value),
    )
    .join('`');
}

function shellWord(value: string): string {
  // A backquote would end the command in the sentence.
  const text = value.replaceAll('`', '?').replace(/^-(?!\.)/, '?');
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function shortened(value: string): string {
  return value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
}
