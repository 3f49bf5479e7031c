import { usageError } from '@hostspec/host-kit';
import type { LineTest, Rule } from '@hostspec/redact';
import type { Mapped, Redaction } from '@hostspec/spec';
import type { Denied } from '../deny/denials.js';
import type { LineExpression } from '../deny/line-expressions.js';
import { readKey } from '../keys/private-files.js';
import { type PolicyOptions, subjectOf } from '../options.js';

/**
 * Opens the chosen redaction, including denials of lines and the mapping of identity. Undefined if nothing is masked or left out.
 *
 * @throws UsageError for a key or rules that cannot be used.
 */
export async function openRedaction(
  options: PolicyOptions,
  denied?: Pick<Denied, 'texts' | 'expressions' | 'keywords'>,
  identity?: Redaction,
): Promise<Redaction | undefined> {
  const { keepSecrets, note } = options;
  const key =
    options.key === undefined ? undefined : readKey(options.key, subjectOf(options, 'key'), { note });
  const own = options.rules === undefined ? [] : await ownRules(options.rules, subjectOf(options, 'rules'));
  const { texts = [], expressions = [], keywords = [] } = denied ?? {};
  const leavesOut = texts.length + expressions.length > 0;
  if (keepSecrets && !leavesOut && keywords.length === 0) return identity;
  const { allRules, chainRedactions, createLineFilter, createRedaction, keywordRule } = await import(
    '@hostspec/redact'
  );
  const more = [...(keywords.length > 0 ? [keywordRule(keywords)] : []), ...(keepSecrets ? [] : own)];
  // Redactions with the same list share its tables.
  const known = keepSecrets ? [] : allRules;
  const rules = more.length === 0 ? known : [...more, ...known];
  return chainRedactions(
    ...(leavesOut ? [createLineFilter({ texts, tests: await testsOf(expressions) })] : []),
    ...(rules.length > 0
      ? [
          createRedaction({
            rules,
            ...(keepSecrets && { files: [], columns: [], random: false }),
            ...(key !== undefined && { key }),
          }),
        ]
      : []),
    ...(identity === undefined ? [] : [identity]),
  );
}

async function testsOf(expressions: readonly LineExpression[]): Promise<readonly LineTest[]> {
  if (expressions.length === 0) return [];
  const { expressionTest } = await import('../deny/line-expressions.js');
  return [expressionTest(expressions)];
}

async function ownRules(path: string, subject: string): Promise<readonly Rule[]> {
  const { readRules } = await import('./rules-file.js');
  return readRules(path, subject);
}

/** Checks that no kind is mapped twice, because nobody could restore it. @throws UsageError if one would be. */
export function checkNotMapped(options: PolicyOptions, { kinds }: Mapped): void {
  const { map } = options;
  const subject = subjectOf(options, 'map');
  if (map !== undefined)
    throw usageError(
      `${subject} ${map.join()} is not allowed for an archive that was mapped before (${kinds.join()}); restore it first with hostspec unmap, or use --map none`,
      subject,
      map,
    );
}

/** Masks every text in data, including names of properties. Without a redaction, returns the data. */
export function maskedData<T>(data: T, redaction: Pick<Redaction, 'text'> | undefined): T {
  if (redaction === undefined) return data;
  const { text } = redaction;
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [text(name), masked(each)]));
  };
  return masked(data) as T;
}
