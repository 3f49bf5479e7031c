import { resolve } from 'node:path';
import type { Redaction } from '@hostspec/spec';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { readKey } from './key-file.js';
import type { redactionOptions } from './options.js';

/** The redaction that masks nothing. */
const noRedaction: Pick<Redaction, 'text'> = { text: (text) => text };

/**
 * Opens the redaction that the options name; undefined if secrets are kept.
 *
 * @throws UsageError for a key that cannot be used.
 */
export async function openRedaction(
  values: Values<typeof redactionOptions>,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Redaction | undefined> {
  const { 'keep-secrets': keepSecrets, key: file } = values;
  const key = file === undefined ? undefined : readKey(resolve(cwd, file), '--key');
  if (keepSecrets) return undefined;
  const { createRedaction } = await import('@hostspec/redact');
  return createRedaction(key === undefined ? {} : { key });
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
