const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Shows a stranger's text in a message: on one line, at most `limit` characters, with control and format characters escaped. */
export function shown(text: string, limit: number): string {
  return shortened(text, limit).replace(
    hidden,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** At most `limit` characters of a text; the last one is `…` if some are missing. */
export function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
