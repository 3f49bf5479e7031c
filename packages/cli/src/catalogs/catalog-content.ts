import type { Writers } from '@hostspec/files/trust';
import { isObject } from '@hostspec/host-kit';
import { readYamlFile, type YamlFile } from '@hostspec/policy/yaml';
import { available, textForms } from '@hostspec/spec';
import type { Problems } from './catalog-problems.js';
import { problemsOf, refusal } from './catalog-problems.js';
import { defaultVariant, isVariant, type VariantName, variants } from './program.js';

/** The versions that the domain of a catalog file can have: as a regular expression for a whole text, and in words. */
export const versionForm = {
  pattern: '^[\\w.+-]{1,64}$',
  words: 'a version in quotes, such as "1.0.0"',
} as const;

/** The content of a catalog file. Its structure is checked, its specs are not. */
export interface CatalogFileContent {
  /** The domain of the specs that it adds. */
  readonly name: string;
  readonly version: string;
  readonly variant: VariantName;
  readonly extends: readonly string[];
  /** `undefined` for all. */
  readonly pick: readonly string[] | undefined;
  readonly skip: readonly string[];
  readonly override: Readonly<Record<string, unknown>>;
  readonly add: Readonly<Record<string, unknown>>;
  /** Whether it is known what the file extends and leaves out. Otherwise names cannot be checked. */
  readonly isWhole: boolean;
}

/** A catalog file after reading. */
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

/** How to name and read a catalog file. */
export interface CatalogFileOptions {
  /** The option or operand that names the file. */
  readonly subject: string;
  readonly writers: Writers;
}

const mostSpecs = 10_000;
const mostNames = 10_000;
const mostExtended = 100;
const longestName = 256;

/** Reads a catalog file. @throws CatalogError or UsageError if it is not a catalog file. */
export function readCatalogFile(path: string, options: CatalogFileOptions): ReadCatalogFile {
  const file = readYamlFile(path, { ...options, refuse: (found) => refusal(path, found) });
  const problems = problemsOf(file);
  const { value } = file;
  if (!isObject(value))
    throw refusal(path, [
      {
        position: file.at([]),
        message: `is not a catalog; allowed: a mapping with ${catalogFileKeys.join(', ')}`,
      },
    ]);
  for (const key of Object.keys(value))
    if (!(catalogFileKeys as readonly string[]).includes(key))
      problems.addKey(
        [key],
        `unknown key ${JSON.stringify(key)}; allowed: ${available(catalogFileKeys, key)}`,
      );
  const { name = 'site', version = '0.0.0', variant = defaultVariant } = value;
  // What is misspelt may be `extends`.
  const isMisspelt = problems.count > 0 && value.extends === undefined;
  const before = problems.count;
  const lists = {
    extends: texts(value, 'extends', problems),
    pick: value.pick === undefined || value.pick === null ? undefined : texts(value, 'pick', problems),
    skip: texts(value, 'skip', problems),
  };
  const isWhole = !isMisspelt && problems.count === before;
  const content = {
    ...lists,
    isWhole,
    name: text(name, 'name', textForms.domain, problems),
    version: text(version, 'version', versionForm, problems),
    variant: variantIn(variant, problems),
    override: entries(value, 'override', problems),
    add: entries(value, 'add', problems),
  };
  return { file, content, problems };
}

function variantIn(value: unknown, problems: Problems): VariantName {
  if (isVariant(value)) return value;
  problems.add(['variant'], `variant is ${JSON.stringify(value)}; allowed: ${variants.join(', ')}`);
  return defaultVariant;
}

function text(
  value: unknown,
  key: string,
  { pattern, words }: { readonly pattern: string; readonly words: string },
  problems: Problems,
): string {
  if (typeof value === 'string' && new RegExp(pattern).test(value)) return value;
  problems.add([key], `${key} is ${JSON.stringify(value)}; allowed: ${words}`);
  return '';
}

function texts(value: Readonly<Record<string, unknown>>, key: string, problems: Problems): readonly string[] {
  const list = value[key] ?? [];
  if (!Array.isArray(list)) {
    problems.add([key], `${key} is ${JSON.stringify(list)}; allowed: a list of names`);
    return [];
  }
  const most = key === 'extends' ? mostExtended : mostNames;
  if (list.length > most) {
    problems.add([key], `${key} has ${list.length} names; allowed: at most ${most}`);
    return [];
  }
  return list.filter((item: unknown, index): item is string => {
    if (typeof item === 'string' && item !== '' && item.length <= longestName) return true;
    problems.add(
      [key, index],
      `${key} contains ${JSON.stringify(item)}; allowed: names of at most ${longestName} characters`,
    );
    return false;
  });
}

function entries(
  value: Readonly<Record<string, unknown>>,
  key: string,
  problems: Problems,
): Readonly<Record<string, unknown>> {
  const map = value[key] ?? {};
  const count = isObject(map) ? Object.keys(map).length : 0;
  if (isObject(map) && count <= mostSpecs) return map;
  problems.add(
    [key],
    isObject(map)
      ? `${key} has ${count} specs; allowed: at most ${mostSpecs}`
      : `${key} is ${JSON.stringify(map)}; allowed: a mapping from names to specs`,
  );
  return {};
}
