import { type Redaction, UsageError } from '@hostspec/spec';
import { noRedaction } from './masked.js';

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
