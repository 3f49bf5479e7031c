import { CatalogError } from '@hostspec/spec';

/**
 * Replaces each `%s` with a value, in order; `%s` inside a value is unchanged.
 *
 * @throws CatalogError `PLACEHOLDER_MISMATCH` for more or fewer values than `%s`.
 */
export function substitute(template: string, values: readonly string[]): string {
  const [start, ...pieces] = template.split('%s');
  if (pieces.length !== values.length)
    throw new CatalogError(
      'PLACEHOLDER_MISMATCH',
      `${JSON.stringify(template)} has ${pieces.length} %s for ${values.length} values`,
      { value: template },
    );
  return start + pieces.map((piece, index) => values[index] + piece).join('');
}
