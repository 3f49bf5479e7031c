import { defined, usageError } from '@hostspec/host-kit';
import type { ContentRedactor, ItemPlace, Redaction, Source } from '@hostspec/spec';

const nothing = new Uint8Array();

const unchanged: ContentRedactor = {
  push: (piece) => piece,
  end: () => nothing,
  masked: () => ({}),
};

/** The redaction that masks nothing. */
export const noRedaction: Redaction = { content: () => unchanged, text: (text) => text };

/**
 * The redaction of a run: the given one, or by default that of all rules. Only `none` keeps secrets.
 *
 * @throws UsageError for anything else, for callers without a compiler.
 */
export async function chosenRedaction(given: Redaction | 'none' | undefined): Promise<Redaction> {
  if (given === 'none') return noRedaction;
  if (given === undefined) {
    // Loading the rules takes time, and a program with its own redaction does not need them.
    const { createRedaction } = await import('@hostspec/redact');
    return createRedaction();
  }
  const { content, text } = Object(given) as Partial<Redaction>;
  if (typeof content === 'function' && typeof text === 'function') return given;
  throw usageError(
    `redaction is ${JSON.stringify(given)}; allowed: a redaction, such as createRedaction() of @hostspec/redact, or 'none' to keep secrets`,
    'redaction',
    given,
  );
}

/** The place of an item and its element, masked. */
export function maskedPlace<T extends ItemPlace & { readonly element?: string | readonly string[] }>(
  place: T,
  redaction: Redaction,
): T {
  const text = onceEach(redaction.text);
  const { commandLine, saveAs, unpackedPath, element } = place;
  return {
    ...place,
    source: maskedSource(place.source, { text }),
    ...defined({
      commandLine: commandLine && text(commandLine),
      saveAs: saveAs && text(saveAs),
      unpackedPath: unpackedPath && text(unpackedPath),
      element: typeof element === 'object' ? maskedWords(element, { text }) : element && text(element),
    }),
  };
}

/** Masks each text once: the words of a command are often its command line and its element, too. */
function onceEach(text: Redaction['text']): Redaction['text'] {
  const known = new Map<string, string>();
  return (each) => {
    const before = known.get(each) ?? text(each);
    known.set(each, before);
    return before;
  };
}

/** The start of some content as text, masked and trimmed. */
export function maskedText(content: Uint8Array, redaction: Redaction): string {
  const redactor = redaction.content();
  const start = Buffer.from(redactor.push(content));
  return Buffer.concat([start, redactor.end()]).toString().trim();
}

/** A source, masked. */
export function maskedSource(source: Source, redaction: Pick<Redaction, 'text'>): Source {
  if (source.kind !== 'command') return { ...source, path: redaction.text(source.path) };
  return { ...source, argv: maskedWords(source.argv, redaction) };
}

/** The words of a command, masked. Some secrets are known only by the word before, so the words are also masked as one line. */
function maskedWords(words: readonly string[], { text }: Pick<Redaction, 'text'>): readonly string[] {
  const line = words.join(' ');
  if (text(line) === line) return words;
  const alone = words.map(text);
  const masked = text(alone.join(' '));
  if (masked === alone.join(' ')) return alone;
  // One mask may have replaced several words, so the masked line is split again.
  return masked.split(' ');
}

/** Removes repeated lines, as programs print the same message for each attempt, and a carriage return at the end of a line. */
export function withoutRepeats(text: string): string {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  return [...new Set(lines)].join('\n');
}
