import { available, CatalogError } from '@hostspec/spec';
import { readYamlFile, type YamlFile } from '../load/yaml-file.js';
import { isObject } from './entry.js';
import type { Problems } from './problems.js';
import { problemsOf } from './problems.js';

/** What a catalog file says, its shape checked, its specs not. */
export interface CatalogFileContent {
  /** The domain of the specs that it adds. */
  readonly name: string;
  readonly version: string;
  readonly variant: 'a' | 'b';
  readonly extends: readonly string[];
  /** `undefined` for all. */
  readonly pick: readonly string[] | undefined;
  readonly skip: readonly string[];
  readonly override: Readonly<Record<string, unknown>>;
  readonly add: Readonly<Record<string, unknown>>;
}

/** A catalog file that was read. */
export interface ReadCatalogFile {
  readonly file: YamlFile;
  readonly content: CatalogFileContent;
  readonly problems: Problems;
}

/** The keys at the top of a catalog file. */
export const catalogFileKeys = [
  '$schema',
  'name',
  'version',
  'variant',
  'extends',
  'pick',
  'skip',
  'override',
  'add',
] as const;

/** Reads a catalog file. @throws CatalogError or UsageError where it is none. */
export function readCatalogFile(path: string): ReadCatalogFile {
  const refuse = (place: string, problem: string): CatalogError =>
    new CatalogError('INVALID_CATALOG', `${place}: ${problem}`, { subject: path });
  const file = readYamlFile(path, '--catalog', refuse);
  const problems = problemsOf(file);
  const { value } = file;
  if (!isObject(value))
    throw refuse(file.at([]), `is no catalog; allowed: a mapping with ${catalogFileKeys.join(', ')}`);
  for (const key of Object.keys(value))
    if (!(catalogFileKeys as readonly string[]).includes(key))
      problems.addKey(
        [key],
        `no key is named ${JSON.stringify(key)}; allowed: ${available(catalogFileKeys, key)}`,
      );
  const { name = 'site', version = '0.0.0', variant = 'b' } = value;
  const content = {
    name: text(name, 'name', /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens', problems),
    version: text(version, 'version', /^[\w.+-]{1,64}$/, 'a version in quotes, such as "1.0.0"', problems),
    variant: text(variant, 'variant', /^[ab]$/, 'b or a', problems) as 'a' | 'b',
    extends: texts(value, 'extends', problems),
    pick: value.pick === undefined || value.pick === null ? undefined : texts(value, 'pick', problems),
    skip: texts(value, 'skip', problems),
    override: entries(value, 'override', problems),
    add: entries(value, 'add', problems),
  };
  return { file, content, problems };
}

function text(value: unknown, key: string, form: RegExp, allowed: string, problems: Problems): string {
  if (typeof value === 'string' && form.test(value)) return value;
  problems.add([key], `${key} is ${JSON.stringify(value)}; allowed: ${allowed}`);
  return '';
}

function texts(value: Readonly<Record<string, unknown>>, key: string, problems: Problems): readonly string[] {
  const list = value[key] ?? [];
  if (!Array.isArray(list)) {
    problems.add([key], `${key} is ${JSON.stringify(list)}; allowed: a list of names`);
    return [];
  }
  return list.filter((item: unknown, index): item is string => {
    if (typeof item === 'string' && item !== '') return true;
    problems.add([key, index], `${key} holds ${JSON.stringify(item)}; allowed: names`);
    return false;
  });
}

function entries(
  value: Readonly<Record<string, unknown>>,
  key: string,
  problems: Problems,
): Readonly<Record<string, unknown>> {
  const map = value[key] ?? {};
  if (isObject(map)) return map;
  problems.add([key], `${key} is ${JSON.stringify(map)}; allowed: specs by their names`);
  return {};
}
