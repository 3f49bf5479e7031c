import { existsSync } from 'node:fs';
import type { LineTest, Rule } from '@hostspec/redact';
import type { Mapped, Redaction } from '@hostspec/spec';
import type { OpenedHost } from '../hosts/runner.js';
import { usageError } from '../usage-error.js';
import type { ChosenRedaction } from './chosen-redaction.js';
import type { Denied } from './denials.js';
import { chosenIdentity, openIdentityMap } from './identity.js';
import { readKey } from './key-file.js';
import type { LineExpression } from './line-expressions.js';

/**
 * Opens the redaction that was chosen, with what must not be collected and the mapping of identity; undefined if nothing is
 * masked or left out.
 *
 * @throws UsageError for a key or rules that cannot be used.
 */
export async function openRedaction(
  { 'keep-secrets': keepSecrets, key: file, rules: rulesFile, subject }: ChosenRedaction,
  denied?: Pick<Denied, 'texts' | 'expressions' | 'keywords'>,
  identity?: Redaction,
): Promise<Redaction | undefined> {
  const key = file === undefined ? undefined : readKey(file, subject('key'));
  const own = rulesFile === undefined ? [] : await ownRules(rulesFile, subject('rules'));
  const { texts = [], expressions = [], keywords = [] } = denied ?? {};
  const leavesOut = texts.length + expressions.length > 0;
  if (keepSecrets && !leavesOut && keywords.length === 0) return identity;
  const { allRules, chainRedactions, createLineFilter, createRedaction, keywordRule } = await import(
    '@hostspec/redact'
  );
  const rules = [
    ...(keywords.length > 0 ? [keywordRule(keywords)] : []),
    ...(keepSecrets ? [] : [...own, ...allRules]),
  ];
  return chainRedactions(
    ...(leavesOut ? [createLineFilter({ texts, tests: await testsOf(expressions) })] : []),
    ...(rules.length > 0
      ? [createRedaction({ rules, ...(keepSecrets && { files: [] }), ...(key !== undefined && { key }) })]
      : []),
    ...(identity === undefined ? [] : [identity]),
  );
}

async function testsOf(expressions: readonly LineExpression[]): Promise<readonly LineTest[]> {
  if (expressions.length === 0) return [];
  const { expressionTest } = await import('./line-expressions.js');
  return [expressionTest(expressions)];
}

async function ownRules(path: string, subject: string): Promise<readonly Rule[]> {
  const { readRules } = await import('./rules-file.js');
  return readRules(path, subject);
}

/**
 * Opens the redaction that needs nothing of a host, while that is not open yet; undefined if the chosen one does, which is only checked.
 *
 * @throws UsageError for a key, rules, kinds of identity or keywords that cannot be used.
 */
export async function openEarly(
  chosen: ChosenRedaction,
  denied: Denied | undefined,
): Promise<OpenedEarly | undefined> {
  const { key, ...withoutKey } = chosen;
  const { map } = chosen;
  if (map === undefined) return { redaction: await openRedaction(chosen, denied) };
  await chosenIdentity(chosen, map);
  // What the host has can still be wrong for a mapping, and only a run without mistakes makes a key.
  await openRedaction(key === undefined || existsSync(key) ? chosen : withoutKey, denied);
  return undefined;
}

/** A redaction that was opened before its host. */
export interface OpenedEarly {
  readonly redaction: Redaction | undefined;
}

/**
 * Opens the redaction for a host, with its names and what must not be collected on it, unless it was opened `early`.
 *
 * @throws UsageError also for a host that is an archive whose identity was mapped before, if it would be mapped again.
 */
export async function openHostRedaction(
  chosen: ChosenRedaction,
  { host, mapped }: Pick<OpenedHost, 'host' | 'mapped'>,
  denied: Denied | undefined,
  early?: OpenedEarly,
): Promise<Redaction | undefined> {
  if (mapped !== undefined) checkNotMapped(chosen, mapped);
  const { redaction } = early ?? {
    redaction: await openRedaction(chosen, denied, await openIdentityMap(chosen, host, denied)),
  };
  if (mapped === undefined) return redaction;
  const { chainRedactions } = await import('@hostspec/redact');
  return { ...(redaction ?? chainRedactions()), mapped };
}

/** Checks that nothing is mapped twice: nobody could restore it. @throws UsageError if it would be. */
export function checkNotMapped({ map, subject }: ChosenRedaction, { kinds }: Mapped): void {
  if (map !== undefined)
    throw usageError(
      `${subject('map')} ${map.join()} is not allowed for an archive that was mapped before (${kinds.join()}); restore it first with hostspec unmap, or use --map none`,
      subject('map'),
      map,
    );
}

/** Data with every text in it masked, also the names of properties; as it is without a redaction. */
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
