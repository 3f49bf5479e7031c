import { createHash } from 'node:crypto';
import { type Catalog, sliceData } from '@hostspec/spec';

const known = new WeakMap<object, string>();

/**
 * The fingerprint of a catalog: the sha256, in hexadecimal, of its data. The order of specs and keys does not change it. The code of
 * providers and conditions is not in it, but the versions of their domains are.
 */
export function fingerprintOf(catalog: Catalog<object>): string {
  const before = known.get(catalog);
  if (before !== undefined) return before;
  const { domains, domainOf } = catalog;
  const { name: _, variants: __, ...parts } = sliceData(catalog);
  const versions = Object.fromEntries(domains.map(({ name, version }) => [name, version]));
  const text = canonicalJson({ ...parts, domainOf, versions });
  const fingerprint = createHash('sha256').update(text).digest('hex');
  known.set(catalog, fingerprint);
  return fingerprint;
}

/** Plain data as JSON with sorted keys: the same text for the same data. */
export function canonicalJson(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(canonicalJson).join(',')}]`;
  if (typeof data !== 'object' || data === null) return JSON.stringify(data) ?? 'null';
  const object = data as Readonly<Record<string, unknown>>;
  const members: string[] = [];
  for (const key of Object.keys(object).sort())
    if (object[key] !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}
