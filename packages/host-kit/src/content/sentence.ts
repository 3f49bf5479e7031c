/** A part of a sentence: plain text, or a command without the backquotes around it. */
export interface SentencePart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** The parts of a sentence that has commands between backquotes, in order. */
export function sentenceParts(sentence: string): SentencePart[] {
  return sentence.split('`').map((text, at) => ({ text, isCommand: at % 2 === 1 }));
}
