import {
  type Catalog,
  conditionNames,
  providerNames,
  type Spec,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';
import { argumentsOf } from '../catalog/catalog-data.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { loadCatalog } from '../load/catalog.js';
import { nearest } from '../nearest.js';
import type { Values } from '../options.js';
import { styleOf } from '../style.js';
import { usageError } from '../usage-error.js';
import { wrap } from '../wrap.js';
import { behaviourOf, effectsOf } from './behaviour.js';
import type { options } from './command.js';

/** Prints one spec. @throws UsageError for a name that the catalog does not have. */
export async function showSpec(name: string, values: Values<typeof options>, io: Io): Promise<number> {
  const { catalog } = await loadCatalog(values, io);
  const described = describe(name, catalog);
  if (values.json) io.out.write(`${JSON.stringify(described, undefined, 2)}\n`);
  else io.out.write(textOf(described, io));
  return exitStatus.done;
}

interface Named {
  readonly name: string;
  readonly doc: string;
}

interface Description extends Named {
  readonly domain: string;
  readonly written: string;
  readonly type: string | null;
  readonly providers: readonly Named[];
  readonly conditions: readonly Named[];
  readonly when?: string;
  readonly effects: readonly string[];
  readonly behaviour: readonly string[];
  readonly settings: readonly Named[];
  readonly [argument: string]: unknown;
}

function describe(name: string, catalog: Catalog): Description {
  const spec = Object.hasOwn(catalog.specs, name) ? catalog.specs[name] : undefined;
  if (spec) return describeSpec(name, spec, catalog);
  const value = Object.hasOwn(catalog.values, name) ? catalog.values[name] : undefined;
  const nothing = { providers: [], conditions: [], effects: [], behaviour: [], settings: [] };
  if (value)
    return { ...nothing, ...value, name, type: null, written: `${name} = ${JSON.stringify(value.value)}` };
  const names = [...Object.keys(catalog.specs), ...Object.keys(catalog.values)];
  const meant = nearest(name, names);
  const hint = meant.length > 0 ? `did you mean ${meant.join(' or ')}? ` : '';
  throw usageError(
    `no spec of the catalog is named ${JSON.stringify(name)}; ${hint}hostspec catalog lists all ${names.length}`,
    'NAME',
    name,
  );
}

function describeSpec(name: string, spec: Spec, catalog: Catalog): Description {
  const named = (
    names: readonly string[],
    definitions: Readonly<Record<string, { readonly doc: string }>>,
  ): Named[] => [...new Set(names)].map((each) => ({ name: each, doc: definitions[each]?.doc ?? '' }));
  return {
    name,
    domain: catalog.domainOf[name] ?? '',
    doc: spec.doc,
    written: writtenForm(name, spec),
    ...argumentsOf(spec),
    providers: named(providerNames(spec), catalog.providers),
    ...(spec.when ? { when: writtenCondition(spec.when) } : {}),
    conditions: named(spec.when ? conditionNames(spec.when) : [], catalog.conditions),
    effects: effectsOf(spec),
    behaviour: behaviourOf(spec),
    settings: named(spec.endpoint ? [spec.endpoint.setting] : [], catalog.settings),
  };
}

const labelWidth = 12;

function textOf(description: Description, io: Io): string {
  const style = styleOf(io.out, io);
  const width = Math.max(40, Math.min(io.out.columns ?? 100, 100) - labelWidth);
  const part = (label: string, text: string): string[] =>
    wrap(text, width).map((line, index) => `${(index === 0 ? label : '').padEnd(labelWidth)}${line}`);
  const { written, doc, domain, providers, when, conditions, effects, behaviour, settings } = description;
  const lines = [
    style.bold(written),
    '',
    ...part('shows', doc),
    ...part('domain', domain),
    ...providers.flatMap((each) => part('provider', `${each.name}: ${each.doc}`)),
    ...(when === undefined ? [] : part('when', when)),
    ...conditions.flatMap((each) => part('condition', `${each.name}: ${each.doc}`)),
    ...effects.flatMap((effect) => part('effect', effect)),
    ...behaviour.flatMap((text) => part('behaviour', text)),
    ...settings.flatMap((each) => part('setting', `${each.name}: ${each.doc}`)),
  ];
  return `${lines.join('\n')}\n`;
}
