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
  switch (spec.type) {
    case 'simple_file':
    case 'listdir':
      return text(spec.path);
    case 'simple_command':
      return text(spec.command);
    case 'glob_file':
      return texts(spec.patterns);
    case 'first_file':
      return texts(spec.paths);
    case 'foreach_execute':
      return `${spec.command === null ? 'None' : text(spec.command)}, provider=${writtenProvider(spec.provider)}`;
    case 'command_with_args':
      return `${text(spec.command)}, provider=${writtenProvider(spec.provider)}`;
    case 'foreach_collect':
      return `${text(spec.path)}, provider=${writtenProvider(spec.provider)}`;
    case 'first_of':
      return `[${spec.specs.map(writtenType).join(', ')}]`;
    case 'head':
      return writtenType(spec.spec);
  }
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

function texts(values: readonly string[]): string {
  return `[${values.map(text).join(', ')}]`;
}
