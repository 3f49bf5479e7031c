const hidden = /((?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}])/gu;

/** A part of a text: as it is, or the escape of a character that would be invisible or change the order of others. */
export interface VisiblePart {
  readonly text: string;
  readonly escaped: boolean;
}

/** A text as parts that show every character: control, format and bidirectional characters become escapes. */
export function visibleParts(text: string): VisiblePart[] {
  return text
    .split(hidden)
    .map((part, index) => ({ text: index % 2 === 0 ? part : escapeOf(part), escaped: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The same as one text. */
export function visible(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}

function escapeOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
