import { type ArgumentKind, collectionTypeFacts } from './collection-types.js';
import type { ConditionExpression } from './condition.js';
import type { CollectionSpec, ProviderArgument } from './types.js';
import { isReference } from './validate.js';

/** A spec in the catalog's written form: `ethtool = foreach_execute("/sbin/ethtool %s", provider=interfaces())`. */
export function writtenForm(name: string, spec: CollectionSpec): string {
  return `${name} = ${writtenType(spec)}`;
}

function writtenType(spec: CollectionSpec): string {
  return `${spec.type}(${writtenArguments(spec)})`;
}

function writtenArguments(spec: CollectionSpec): string {
  const values: Readonly<Record<string, unknown>> = { ...spec };
  return Object.entries<ArgumentKind>(collectionTypeFacts[spec.type].arguments)
    .map(([key, kind]) => (writers[kind] as (value: unknown) => string)(values[key]))
    .join(', ');
}

const writers: { readonly [K in ArgumentKind]: (value: Arguments[K]) => string } = {
  text,
  'text or null': (value) => (value === null ? 'None' : text(value)),
  texts: (values) => `[${values.map(text).join(', ')}]`,
  spec: writtenType,
  specs: (specs) => `[${specs.map(writtenType).join(', ')}]`,
  provider: (provider) => `provider=${writtenProvider(provider)}`,
};

interface Arguments {
  readonly text: string;
  readonly 'text or null': string | null;
  readonly texts: readonly string[];
  readonly spec: CollectionSpec;
  readonly specs: readonly CollectionSpec[];
  readonly provider: ProviderArgument;
}

/** Where elements come from, in the written form: `interfaces()`, `listdir("/dev/disk/by-uuid/")`. */
export function writtenProvider(provider: ProviderArgument): string {
  return isReference(provider) ? `${provider.provider}()` : writtenType(provider);
}

/** A condition in words: `IsGtRhel9 and SELinuxEnabled`. */
export function writtenCondition(expression: ConditionExpression): string {
  if ('condition' in expression) return expression.condition;
  if ('not' in expression) return `not ${group(expression.not)}`;
  if ('all' in expression) return expression.all.map(group).join(' and ');
  return expression.any.map(group).join(' or ');
}

function group(expression: ConditionExpression): string {
  const written = writtenCondition(expression);
  return 'all' in expression || 'any' in expression ? `(${written})` : written;
}

function text(value: string): string {
  return JSON.stringify(value);
}
