import { defined } from '@hostspec/host-kit';
import {
  type Catalog,
  conditionNames,
  didYouMean,
  providerNames,
  type Spec,
  specsWithin,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';
import { argumentsOf } from '../catalog/catalog-data.js';
import { usageError } from '../usage-error.js';
import { behaviourOf, effectsOf } from './behaviour.js';

interface Named {
  readonly name: string;
  readonly doc: string;
}

/** The description of a spec or value in a catalog. */
export interface Description extends Named {
  readonly domain: string;
  readonly origin?: string;
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

/** Describes a name in a catalog. @throws UsageError if the catalog does not contain it. */
export function describeNamed(name: string, catalog: Catalog): Description {
  const spec = Object.hasOwn(catalog.specs, name) ? catalog.specs[name] : undefined;
  if (spec) return describeSpec(name, spec, catalog);
  const value = Object.hasOwn(catalog.values, name) ? catalog.values[name] : undefined;
  const nothing = { providers: [], conditions: [], effects: [], behaviour: [], settings: [] };
  if (value)
    return { ...nothing, ...value, name, type: null, written: `${name} = ${JSON.stringify(value.value)}` };
  const names = [...Object.keys(catalog.specs), ...Object.keys(catalog.values)];
  throw usageError(
    `the catalog contains no spec named ${JSON.stringify(name)}; ${didYouMean(name, names, 'hostspec catalog')}`,
    'NAME',
    name,
  );
}

function describeSpec(name: string, spec: Spec, catalog: Catalog): Description {
  const named = (
    names: readonly string[],
    definitions: Readonly<Record<string, { readonly doc: string }>>,
  ): Named[] => [...new Set(names)].map((each) => ({ name: each, doc: definitions[each]?.doc ?? '' }));
  const within = specsWithin(spec);
  return {
    name,
    domain: catalog.domainOf[name] ?? '',
    ...defined({ origin: spec.origin }),
    doc: spec.doc,
    written: writtenForm(name, spec),
    ...argumentsOf(spec),
    providers: named(providerNames(spec), catalog.providers),
    ...(spec.when ? { when: writtenCondition(spec.when) } : {}),
    conditions: named(
      within.flatMap(({ when }) => (when ? conditionNames(when) : [])),
      catalog.conditions,
    ),
    effects: [...new Set(within.flatMap(effectsOf))],
    behaviour: behaviourOf(spec),
    settings: named(
      within.flatMap(({ endpoint }) => (endpoint ? [endpoint.setting] : [])),
      catalog.settings,
    ),
  };
}
