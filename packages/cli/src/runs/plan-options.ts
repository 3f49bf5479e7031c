import type { PlanOptions } from '@hostspec/engine';
import { type Brand, brandWordRule, isBrandWord } from '@hostspec/spec';
import type { LoadedCatalog } from '../catalogs/catalog.js';
import type { Values } from '../options.js';
import type { hostOptions } from '../shared-options.js';
import { usageError } from '../usage-error.js';
import { optionName } from './option-name.js';

/** The options of a plan that do not depend on its host. */
export type HostlessOptions = Omit<PlanOptions, 'host' | 'denials'>;

/**
 * The options of a plan, from the command line. They are checked here, because a mistake must not cost a login on another host.
 *
 * @throws UsageError for an invalid brand or setting, or a selection that matches nothing.
 */
export async function planOptions(
  { catalog, settings, variant }: LoadedCatalog,
  values: Values<typeof hostOptions>,
): Promise<HostlessOptions> {
  const { only, skip, offline, brand, 'allow-state-changes': allowStateChanges } = values;
  const options = {
    settings,
    variant,
    optionName,
    ...(brand ? { brand: brandOf(brand) } : {}),
    ...(only ? { only } : {}),
    ...(skip ? { skip } : {}),
    ...(offline ? { offline } : {}),
    ...(allowStateChanges ? { allowStateChanges } : {}),
  };
  const { checkOptions } = await import('@hostspec/engine');
  checkOptions(catalog, options, optionName);
  return options;
}

function brandOf(words: readonly string[]): Partial<Brand> {
  return Object.fromEntries(
    words.map((word) => {
      const [, key, value] = /^(vendor|client)=(.*)$/.exec(word) ?? [];
      if (key === undefined || !isBrandWord(value))
        throw usageError(
          `--brand ${JSON.stringify(word)} is not allowed; allowed: vendor=NAME, client=NAME (${brandWordRule})`,
          '--brand',
          word,
        );
      return [key, value];
    }),
  );
}
