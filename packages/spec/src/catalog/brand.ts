import { CatalogError } from '../text/errors.js';
import { available } from '../text/nearest.js';
import type { CollectionSpec } from './types.js';

/** The words that replace `<vendor>` and `<client>` in a catalog's strings. */
export interface Brand {
  readonly vendor: string;
  readonly client: string;
  /** The vendor's directory on the EFI partition, if it has another name. Default: the vendor. */
  readonly efiVendor?: string;
}

/** The brand of the published catalog. */
export const defaultBrand: Brand = { vendor: 'redhat', client: 'insights' };

/**
 * Replaces `<vendor>` and `<client>` in a spec with the brand's words; a spec without them is returned as it is.
 *
 * @throws CatalogError `UNKNOWN_TOKEN` for any other lower-case word in angle brackets.
 */
export function applyBrand<S extends CollectionSpec>(name: string, spec: S, brand: Brand = defaultBrand): S {
  return mapStrings(spec, (value) =>
    !value.includes('<')
      ? value
      : value
          .replaceAll('EFI/<vendor>', `EFI/${brand.efiVendor ?? brand.vendor}`)
          .replace(/<([a-z_]+)>/g, (token, word: string) => {
            const replacement = word === 'vendor' || word === 'client' ? brand[word] : undefined;
            if (replacement === undefined)
              throw new CatalogError(
                'UNKNOWN_TOKEN',
                `spec ${name} has the token ${token} in ${JSON.stringify(value)}; allowed: ${available(['<vendor>', '<client>'])}`,
                { subject: name, value: token },
              );
            return replacement;
          }),
  );
}

/** The spec with every string of a path or command mapped; the same object if that changes none, so that plans share it. */
function mapStrings<S extends CollectionSpec>(spec: S, map: (value: string) => string): S {
  const changed: Record<string, unknown> = {};
  const replace = (key: string, before: unknown, after: unknown): void => {
    if (after !== before) changed[key] = after;
  };
  const replaceAll = <T>(key: string, before: readonly T[], mapOne: (one: T) => T): void => {
    const after = before.map(mapOne);
    if (after.some((one, index) => one !== before[index])) changed[key] = after;
  };
  if ('path' in spec) replace('path', spec.path, map(spec.path));
  if ('command' in spec && spec.command !== null) replace('command', spec.command, map(spec.command));
  if ('patterns' in spec) replaceAll('patterns', spec.patterns, map);
  if ('paths' in spec) replaceAll('paths', spec.paths, map);
  if ('spec' in spec) replace('spec', spec.spec, mapStrings(spec.spec, map));
  if ('specs' in spec) replaceAll('specs', spec.specs, (alternative) => mapStrings(alternative, map));
  if ('provider' in spec && 'type' in spec.provider)
    replace('provider', spec.provider, mapStrings(spec.provider, map));
  return Object.keys(changed).length === 0 ? spec : { ...spec, ...changed };
}
