/** The first of some texts, and then how many more there are. */
export function atMost(texts: readonly string[], most: number): readonly string[] {
  return texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : texts;
}
