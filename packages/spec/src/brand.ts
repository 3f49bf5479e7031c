import { available, CatalogError } from './errors.js';
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
 * Replaces `<vendor>` and `<client>` in a spec with the brand's words.
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

function mapStrings<S extends CollectionSpec>(spec: S, map: (value: string) => string): S {
  const mapped: Record<string, unknown> = { ...spec };
  if ('path' in spec) mapped.path = map(spec.path);
  if ('command' in spec && spec.command !== null) mapped.command = map(spec.command);
  if ('patterns' in spec) mapped.patterns = spec.patterns.map(map);
  if ('paths' in spec) mapped.paths = spec.paths.map(map);
  if ('spec' in spec) mapped.spec = mapStrings(spec.spec, map);
  if ('specs' in spec) mapped.specs = spec.specs.map((alternative) => mapStrings(alternative, map));
  if ('provider' in spec && 'type' in spec.provider) mapped.provider = mapStrings(spec.provider, map);
  return mapped as S;
}
