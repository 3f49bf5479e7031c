import { splitWords } from '../text/command-line.js';
import type { CatalogError } from '../text/errors.js';
import { parseFor } from './distribution.js';
import { invalid } from './invalid.js';
import { windowSeconds } from './window.js';

/** Whether a value can be the identifier of a licence. */
export function isLicence(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9.+-]{1,63}$/.test(value);
}

/** Whether a value says which part of text logs or the journal is kept, with limits of these names and these that can be true. */
export function isPart(value: unknown, limits: readonly string[], flags: readonly string[] = []): boolean {
  if (typeof value !== 'object' || value === null || !('newest' in value)) return false;
  return Object.entries(value).every(([key, each]) =>
    key === 'window'
      ? typeof each === 'string' && windowSeconds(each) !== undefined
      : (flags.includes(key) && each === true) ||
        (limits.includes(key) && Number.isSafeInteger(each) && Number(each) > 0),
  );
}

const addedOptions = /^(-r|--reverse|-S|-U|--since(=.*)?|--until(=.*)?)$/;

/** What is wrong with the options `for`, `log` and `journal` of a spec, each of which is of the right kind by itself. */
export function* linuxOptionProblems(
  name: string,
  spec: Readonly<Record<string, unknown>>,
): Generator<CatalogError, void> {
  if (Array.isArray(spec.for))
    for (const [index, text] of spec.for.entries()) {
      const found = typeof text === 'string' ? parseFor(text) : undefined;
      if (found && 'allowed' in found) yield invalid(name, ['for', index], text, found.allowed);
    }
  if (spec.log !== undefined && (spec.type === 'listdir' || 'command' in spec))
    yield invalid(name, ['log'], spec.log, `no log for a ${spec.type}; only for types that read files`);
  if (spec.journal === undefined) return;
  const [program, ...words] = typeof spec.command === 'string' ? wordsOf(spec.command) : [];
  if (program === undefined || !program.endsWith('/journalctl'))
    yield invalid(name, ['journal'], spec.journal, 'no journal, unless the command is journalctl');
  for (const word of words)
    if (addedOptions.test(word))
      yield invalid(
        name,
        ['command'],
        spec.command,
        `with journal, a command without ${word}, which is added`,
      );
}

/** The words of a command line, none if it has none: then that is the problem to report. */
function wordsOf(line: string): readonly string[] {
  try {
    return splitWords(line);
  } catch {
    return [];
  }
}
