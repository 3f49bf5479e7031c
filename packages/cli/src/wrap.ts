// A module of its own: help needs no widths of characters, whose tables take longer to load than the rest of it.

/** Text as lines of at most `width` characters, or as many of what `measure` counts, broken at spaces, but not before a percent sign. */
export function wrap(
  text: string,
  width: number,
  measure: (text: string) => number = ({ length }) => length,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ (?!%)/)) {
    if (line !== '' && measure(line) + measure(word) + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
