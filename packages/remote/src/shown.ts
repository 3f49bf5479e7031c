const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Shows a stranger's text in a message: on one line, at most `limit` characters, with control and format characters escaped. */
export function shown(text: string, limit: number): string {
  const cut = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  return cut.replace(hidden, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

const mostLines = 6;

/** The last lines that a program printed, as one line. Empty if it printed nothing. */
export function lastLines(text: string, limit = 600): string {
  const lines = text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    // The frame around ssh's warnings.
    .filter((line) => line !== '' && !/^@+$/.test(line));
  return shown(lines.slice(-mostLines).join('; '), limit);
}
