import { countPlaceholders, splitWords } from './command-line.js';
import { checkEndpoint } from './endpoint.js';
import { available, CatalogError } from './errors.js';
import type { ProviderDefinition } from './provider.js';
import { type CollectionSpec, collectionTypes, type ElementSource, type Spec } from './types.js';

type ArgumentKind = 'text' | 'text or null' | 'texts' | 'spec' | 'specs' | 'provider';

/** The arguments of each collection type: what a spec's data must hold beside its type and options. */
export const typeArguments = {
  simple_file: { path: 'text' },
  simple_command: { command: 'text' },
  glob_file: { patterns: 'texts' },
  first_file: { paths: 'texts' },
  listdir: { path: 'text' },
  foreach_execute: { command: 'text or null', provider: 'provider' },
  foreach_collect: { path: 'text', provider: 'provider' },
  first_of: { specs: 'specs' },
  command_with_args: { command: 'text', provider: 'provider' },
  head: { spec: 'spec' },
} as const satisfies Record<CollectionSpec['type'], Readonly<Record<string, ArgumentKind>>>;

const optionKinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  doc: isText,
  keepRc: isFlag,
  saveAs: isText,
  signal: (value) => value === 'SIGTERM' || value === 'SIGKILL',
  env: (value) => isRecord(value) && Object.values(value).every((v) => typeof v === 'string'),
  inheritEnv: isTexts,
  timeout: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
  raw: isFlag,
  container: (value) => value === 'file' || value === 'command',
  nestedCommandLine: isFlag,
  secret: (value) => value === 'curl-config',
  endpoint: (value) =>
    isRecord(value) && isText(value.setting) && isText(value.url) && checkEndpoint(value.url) === undefined,
  when: isCondition,
  effects: (value) =>
    isRecord(value) &&
    Object.entries(value).every(([key, v]) =>
      key === 'changesState'
        ? isStateChange(v)
        : ['network', 'loadsModules', 'needsRoot'].includes(key) && isFlag(v),
    ),
};

/** The names of the options that a spec can have beside its type and arguments. */
export const optionNames: readonly string[] = Object.keys(optionKinds);

/** Checks one spec's name and data. @throws CatalogError `INVALID_NAME`, `INVALID_SPEC` or `INVALID_COMMAND_LINE`. */
export function checkSpec(name: string, spec: unknown): asserts spec is Spec {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name))
    throw new CatalogError(
      'INVALID_NAME',
      `spec name ${JSON.stringify(name)} is not allowed: letters, digits, _`,
      {
        subject: name,
        value: name,
      },
    );
  checkArguments(name, spec, true);
}

function checkArguments(name: string, spec: unknown, top: boolean): void {
  if (!isRecord(spec)) throw invalid(name, 'the spec', spec, 'an object with a type and its arguments');
  const { type } = spec;
  if (!isCollectionType(type)) throw invalid(name, 'type', type, `one of ${collectionTypes.join(', ')}`);
  const kinds: Readonly<Record<string, ArgumentKind>> = typeArguments[type];
  for (const [key, kind] of Object.entries(kinds)) checkArgument(name, key, kind, spec[key]);
  for (const [key, value] of Object.entries(spec)) {
    if (key === 'type' || key in kinds || value === undefined) continue;
    const accepts = optionKinds[key];
    if (!accepts || (!top && key === 'doc'))
      throw invalid(
        name,
        key,
        value,
        `no such key; ${type} takes ${available([...Object.keys(kinds), ...optionNames], key)}`,
      );
    if (!accepts(value)) throw invalid(name, key, value, 'see the documentation of SpecOptions');
  }
  if (top && !isText(spec.doc))
    throw invalid(name, 'doc', spec.doc, 'one line that says what it shows and why');
}

function checkArgument(name: string, key: string, kind: ArgumentKind, value: unknown): void {
  if (kind === 'text or null' && value === null) return;
  if (kind === 'text' || kind === 'text or null') {
    if (!isText(value)) throw invalid(name, key, value, 'a string that is not empty');
    if (key === 'command') splitWords(value);
  } else if (kind === 'texts') {
    if (!isTexts(value) || value.length === 0)
      throw invalid(name, key, value, 'a list of strings that is not empty');
  } else if (kind === 'spec') {
    checkArguments(name, value, false);
  } else if (kind === 'specs') {
    if (!Array.isArray(value) || value.length === 0)
      throw invalid(name, key, value, 'a list of specs that is not empty');
    for (const alternative of value) checkArguments(name, alternative, false);
  } else if (!isRecord(value)) {
    throw invalid(name, key, value, 'a provider by name, a listdir or a simple_command');
  } else if (!('provider' in value)) {
    checkArguments(name, value, false);
    if (value.type !== 'listdir' && value.type !== 'simple_command')
      throw invalid(name, key, value.type, 'a provider by name, a listdir or a simple_command');
  } else if (!isText(value.provider)) {
    throw invalid(name, key, value.provider, 'the name of a provider');
  }
}

/** Checks that a template has as many `%s` as its provider fills. @throws CatalogError `PLACEHOLDER_MISMATCH` or `INVALID_SPEC`. */
export function checkPlaceholders(
  name: string,
  spec: CollectionSpec & { readonly container?: unknown },
  providers: Readonly<Record<string, ProviderDefinition>>,
): void {
  if (spec.type === 'first_of')
    for (const alternative of spec.specs) checkPlaceholders(name, alternative, providers);
  if (spec.type === 'head') checkPlaceholders(name, spec.spec, providers);
  if (!('provider' in spec)) return;
  const definition = 'provider' in spec.provider ? providers[spec.provider.provider] : undefined;
  const overContainers = definition?.yields === 'containers';
  if (spec.type === 'foreach_execute' && (overContainers || spec.container !== undefined)) {
    if (definition && !overContainers)
      throw invalid(name, 'container', spec.container, `provider ${definition.name} yields no containers`);
    if (spec.container === undefined) throw invalid(name, 'container', undefined, '"file" or "command"');
    return;
  }
  const template = spec.type === 'foreach_collect' ? spec.path : spec.command;
  const found = template === null ? 0 : countPlaceholders(template);
  const expected = definition?.width ?? 1;
  if (found !== expected)
    throw new CatalogError(
      'PLACEHOLDER_MISMATCH',
      `spec ${name} has ${found} %s in ${JSON.stringify(template)}, but its provider fills ${expected}`,
      { subject: name, value: template },
    );
}

/** The names of the providers that a spec refers to. */
export function providerNames(spec: CollectionSpec): string[] {
  if (spec.type === 'first_of') return spec.specs.flatMap(providerNames);
  if (spec.type === 'head') return providerNames(spec.spec);
  if (!('provider' in spec)) return [];
  return isReference(spec.provider) ? [spec.provider.provider] : [];
}

/** Whether an element source is a provider by name, rather than an inline listdir or command. */
export function isReference(source: ElementSource): source is { readonly provider: string } {
  return 'provider' in source;
}

function invalid(name: string, key: string, value: unknown, allowed: string): CatalogError {
  return new CatalogError(
    'INVALID_SPEC',
    `spec ${name}: ${key} is ${JSON.stringify(value)}; allowed: ${allowed}`,
    {
      subject: name,
      value,
    },
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCollectionType(value: unknown): value is CollectionSpec['type'] {
  return (collectionTypes as readonly unknown[]).includes(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isStateChange(value: unknown): boolean {
  return isRecord(value) && isText(value.what) && (value.arguments === undefined || isTexts(value.arguments));
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isCondition(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).length !== 1) return false;
  if ('condition' in value) return isText(value.condition);
  if ('not' in value) return isCondition(value.not);
  const list = value.all ?? value.any;
  return Array.isArray(list) && list.length > 0 && list.every(isCondition);
}
