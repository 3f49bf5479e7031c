import { resolve } from 'node:path';
import { type Plan, readPlan } from '@hostspec/engine';
import { readNamedText } from '@hostspec/files/trust';
import { defined, isObject, jsonReader } from '@hostspec/host-kit';
import { type Catalog, isHostspecError } from '@hostspec/spec';
import { type CatalogValues, loadCatalog } from '../catalogs/catalog.js';
import { defaultVariant, isVariant, variants } from '../catalogs/program.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { catalogOptions, hostOptions } from '../shared-options.js';
import { usageError } from '../usage-error.js';

const maxPlanBytes = 64 * 1024 * 1024;

/** The options that decide what a plan is: a plan from a file has its own. */
const decided = [
  ...['variant', 'domain', 'profile', 'only', 'skip', 'config', 'brand', 'offline'],
  'allow-state-changes',
] as const satisfies readonly (keyof typeof hostOptions)[];

/**
 * Reads a plan that `hostspec plan --json` printed, from a file or, for `-`, from standard input.
 *
 * @throws UsageError if it is not one, if root must not trust the file, or for an option that would change the plan.
 */
export async function readPlanFile(file: string, values: Values<typeof hostOptions>, io: Io): Promise<Plan> {
  for (const option of decided)
    if (values[option] !== undefined)
      throw usageError(
        `--${option} cannot be combined with --plan ${file}: the plan has it already; make the plan again with --${option}, or leave it out`,
        `--${option}`,
        values[option],
      );
  const text =
    file === '-'
      ? await io.readInput(maxPlanBytes)
      : readNamedText(resolve(io.cwd, file), '--plan', 'root', maxPlanBytes);
  try {
    return readPlan(planIn(jsonReader().read(text)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw usageError(
      `--plan ${file} is not used: ${error.message}; make it again with hostspec plan --json`,
      '--plan',
      file,
    );
  }
}

/** The command prints what it shows of the sources, and who would touch the host, beside the plan. */
function planIn(data: unknown): unknown {
  if (!isObject(data)) return data;
  const { described: _, access: __, estimate: ___, ...plan } = data;
  return plan;
}

/** The options that select the catalog of a plan: its variant and domains. @throws UsageError for a variant that does not exist. */
export function optionsOf(
  { domains, variant = defaultVariant }: Plan,
  { catalog, packages }: Values<typeof catalogOptions>,
): CatalogValues {
  if (!isVariant(variant))
    throw usageError(
      `the plan has variant ${JSON.stringify(variant)}; allowed: ${variants.join(', ')}`,
      '--plan',
      variant,
    );
  return {
    ...(catalog === undefined ? { variant } : { catalog }),
    ...defined({ packages }),
    domain: domains.map(({ name }) => name),
  };
}

/** Loads the catalog that the options of a plan select, as it is now. @throws UsageError if a domain is not installed. */
export async function loadPlanned(values: CatalogValues, io: Io): Promise<Catalog> {
  try {
    return (await loadCatalog(values, io, 'root')).catalog;
  } catch (error) {
    if (!isHostspecError(error) || error.subject !== '--domain') throw error;
    throw usageError(
      `the plan has domain ${error.value}, which is not ${values.catalog === undefined ? 'installed' : `in ${values.catalog}`}; make the plan again, or give the catalog of the plan`,
      '--plan',
      error.value,
    );
  }
}
