/** The first of some texts, and then how many more there are. */
export function atMost(texts: readonly string[], most: number): readonly string[] {
  return texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : texts;
}

/** The first of some words in one line, and how many more there are: `a, b and 3 more`. */
export function someOf(words: readonly string[], most: number): string {
  const rest = words.length - most;
  return rest > 0 ? `${words.slice(0, most).join(', ')} and ${rest} more` : words.join(', ');
}
