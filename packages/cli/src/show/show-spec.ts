import { type CatalogValues, loadCatalog } from '../catalogs/catalog.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { styleOf } from '../style.js';
import { wrapWide } from '../width.js';
import { type Description, describeNamed } from './describe.js';

/** Prints one spec. @throws UsageError if the catalog does not contain it. */
export async function showSpec(
  name: string,
  values: CatalogValues & { readonly json?: boolean },
  io: Io,
): Promise<number> {
  const { catalog } = await loadCatalog(values, io, 'anybody', name);
  const described = describeNamed(name, catalog);
  if (values.json) io.out.write(`${JSON.stringify(described, undefined, 2)}\n`);
  else io.out.write(textOf(described, io));
  return exitStatus.done;
}

const labelWidth = 12;

function textOf(description: Description, io: Io): string {
  const style = styleOf(io.out, io);
  const width = Math.max(40, Math.min(io.out.columns ?? 100, 100) - labelWidth);
  const part = (label: string, text: string): string[] =>
    wrapWide(text, width).map((line, index) => `${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);
  const { written, doc, domain, origin, providers, when, conditions, effects, behaviour, settings } =
    description;
  const lines = [
    style.bold(written),
    '',
    ...part('shows', doc),
    ...part('domain', domain),
    ...(origin === undefined ? [] : part('origin', origin)),
    ...providers.flatMap((each) => part('provider', `${each.name}: ${each.doc}`)),
    ...(when === undefined ? [] : part('when', when)),
    ...conditions.flatMap((each) => part('condition', `${each.name}: ${each.doc}`)),
    ...effects.flatMap((effect) => part('effect', effect)),
    ...behaviour.flatMap((text) => part('behaviour', text)),
    ...settings.flatMap((each) => part('setting', `${each.name}: ${each.doc}`)),
  ];
  return `${lines.join('\n')}\n`;
}
