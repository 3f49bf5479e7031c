import { resolve } from 'node:path';
import type { Rule } from '@hostspec/redact';
import type { CollectingHost, Redaction } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { Denied } from './denials.js';
import { openIdentityMap } from './identity.js';
import { readKey } from './key-file.js';
import type { redactionOptions } from './options.js';

/** The redaction that masks nothing. */
const noRedaction: Pick<Redaction, 'text'> = { text: (text) => text };

/**
 * Opens the redaction that the options name, with what must not be collected and the mapping of identity; undefined if nothing is
 * masked or left out.
 *
 * @throws UsageError for a key or rules that cannot be used.
 */
export async function openRedaction(
  values: Values<typeof redactionOptions>,
  { cwd }: Pick<Io, 'cwd'>,
  denied?: Pick<Denied, 'texts' | 'expressions' | 'keywords'>,
  identity?: Redaction,
): Promise<Redaction | undefined> {
  const { 'keep-secrets': keepSecrets, key: file, rules: rulesFile } = values;
  const key = file === undefined ? undefined : readKey(resolve(cwd, file), '--key');
  const own = rulesFile === undefined ? [] : await ownRules(resolve(cwd, rulesFile));
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
    ...(leavesOut ? [createLineFilter({ texts, expressions })] : []),
    ...(rules.length > 0 ? [createRedaction({ rules, ...(key === undefined ? {} : { key }) })] : []),
    ...(identity === undefined ? [] : [identity]),
  );
}

async function ownRules(path: string): Promise<readonly Rule[]> {
  const { readRules } = await import('./rules-file.js');
  return readRules(path, '--rules');
}

/** Opens the redaction for a host, with its names and what must not be collected on it. */
export async function openHostRedaction(
  values: Values<typeof redactionOptions> & Parameters<typeof openIdentityMap>[0],
  io: Io,
  host: CollectingHost,
  denied: Denied | undefined,
): Promise<Redaction | undefined> {
  const identity = await openIdentityMap(values, io, host);
  return openRedaction(values, io, denied, identity);
}

/** Data with every text in it masked, also the names of properties. */
export function maskedData<T>(data: T, { text }: Pick<Redaction, 'text'> = noRedaction): T {
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [text(name), masked(each)]));
  };
  return masked(data) as T;
}
