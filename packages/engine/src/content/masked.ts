import {
  type ContentRedactor,
  type ItemPlace,
  type Redaction,
  type Source,
  UsageError,
} from '@hostspec/spec';

const nothing = new Uint8Array();

const unchanged: ContentRedactor = {
  push: (piece) => piece,
  end: () => nothing,
  masked: () => ({}),
};

/** The redaction that masks nothing. */
export const noRedaction: Redaction = { content: () => unchanged, text: (text) => text };

/**
 * The redaction of a run: the program's own, or else that of all rules. Only the word `none` keeps secrets.
 *
 * @throws UsageError for anything else, for callers without a compiler.
 */
export async function chosenRedaction(given: Redaction | 'none' | undefined): Promise<Redaction> {
  if (given === 'none') return noRedaction;
  if (given === undefined) {
    // The rules take time to load, which a program with a redaction of its own saves.
    const { createRedaction } = await import('@hostspec/redact');
    return createRedaction();
  }
  const { content, text } = Object(given) as Partial<Redaction>;
  if (typeof content === 'function' && typeof text === 'function') return given;
  throw new UsageError(
    'INVALID_OPTION',
    `redaction is ${JSON.stringify(given)}; allowed: a redaction, such as createRedaction() of @hostspec/redact, or 'none' to keep secrets`,
    { subject: 'redaction', value: given },
  );
}

/** What a sink is told about an item, and the element it came from, without secrets. */
export function maskedPlace<T extends ItemPlace & { readonly element?: string | readonly string[] }>(
  place: T,
  redaction: Redaction,
): T {
  const { text } = redaction;
  const { commandLine, saveAs, element } = place;
  return {
    ...place,
    source: maskedSource(place.source, redaction),
    ...(commandLine === undefined ? {} : { commandLine: text(commandLine) }),
    ...(saveAs === undefined ? {} : { saveAs: text(saveAs) }),
    ...(element === undefined
      ? {}
      : { element: typeof element === 'string' ? text(element) : maskedWords(element, redaction) }),
  };
}

/** The beginning of some content as text, without secrets and the blank space around it. */
export function maskedText(content: Uint8Array, redaction: Redaction): string {
  const redactor = redaction.content();
  const start = Buffer.from(redactor.push(content));
  return Buffer.concat([start, redactor.end()]).toString().trim();
}

/** What a task touched, without secrets. */
export function maskedSource(source: Source, redaction: Redaction): Source {
  if (source.kind !== 'command') return { ...source, path: redaction.text(source.path) };
  return { ...source, argv: maskedWords(source.argv, redaction) };
}

/** The words of a command. A secret may show only by the word before it, so they are also looked at as one line. */
function maskedWords(words: readonly string[], { text }: Redaction): readonly string[] {
  const line = words.join(' ');
  if (text(line) === line) return words;
  const alone = words.map(text);
  const masked = text(alone.join(' '));
  if (masked === alone.join(' ')) return alone;
  // The mask of one word may have replaced several, so the words are those of the masked line.
  return masked.split(' ');
}

/** The lines of a text, each only where it is first: programs say the same of each of their attempts. */
export function withoutRepeats(text: string): string {
  return [...new Set(text.split('\n'))].join('\n');
}
