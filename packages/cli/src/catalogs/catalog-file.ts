import { resolve } from 'node:path';
import { defined, isObject } from '@hostspec/host-kit';
import type { KeyPath } from '@hostspec/policy/yaml';
import {
  applyBrand,
  type Catalog,
  didYouMean,
  type HostspecError,
  isHostspecError,
  nameMatcher,
  type Problem,
  referenceProblems,
  type Spec,
  type Specs,
  slice,
  specProblems,
} from '@hostspec/spec';
import type { Io } from '../io.js';
import {
  type CatalogFileContent,
  type CatalogFileOptions,
  type ReadCatalogFile,
  readCatalogFile,
} from './catalog-content.js';
import type { Problems } from './catalog-problems.js';
import { composed, packageCatalog } from './installed.js';
import type { VariantName } from './program.js';

// Each alternative is linear: none can match at more than one place of the same text.
const operators =
  /(?<pipe>\|\|?)|(?<list>&&|;|&(?=\s|$))|(?<redirection>\d?(?:>>?|<<?)&?)|(?<variable>\$(?:\{\w+\}?|\(|\w+))|(?<backquote>`)|(?<glob>[*?]|\[[^\]\s]+\])/g;

const words: Readonly<Record<string, string>> = {
  pipe: 'a pipe',
  list: 'a list of commands',
  redirection: 'a redirection',
  variable: 'a variable',
  backquote: 'a command substitution',
  glob: 'a glob',
};

/** What a shell would do with a command line beyond splitting it into words; quoted text does not count. */
export function shellSyntax(line: string): ShellSyntax[] {
  const found = new Map<string, string>();
  const bare = unquoted(line);
  for (const word of bare.split(/\s+/))
    if (/^~[\w.-]*(?:\/|$)/.test(word) && !found.has('a home directory')) found.set('a home directory', word);
  for (const { 0: text, groups = {} } of bare.matchAll(operators)) {
    const [kind] = Object.keys(groups).filter((key) => groups[key] !== undefined);
    const what = words[kind ?? ''] ?? '';
    if (!found.has(what)) found.set(what, text);
  }
  return [...found].map(([what, text]) => ({ what, text }));
}

/** The line without what is quoted or escaped; of text in double quotes, variables remain. */
function unquoted(line: string): string {
  return line.replace(/'[^']*'|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"/g, (quoted) =>
    quoted.startsWith('"')
      ? (quoted.replace(/\\[\s\S]/g, '_').match(/\$(?:\{\w+\}?|\(|\w+)|`/g) ?? []).join(' ').padEnd(1, '_')
      : '_',
  );
}

const mostNested = 100;

/** The catalog defined by a file. */
export interface FileCatalog {
  readonly catalog: Catalog;
  readonly variant: VariantName;
  /** The names that the file itself defines. */
  readonly own: readonly string[];
  /** Probable mistakes in the file. */
  readonly warnings: readonly Problem[];
}

/** How to read a catalog file, and where to find the packages it extends. */
export interface LoadFileOptions extends CatalogFileOptions {
  /** A directory of packages named on the command line. The file itself cannot name one. */
  readonly packages?: string | undefined;
}

/** Makes the catalog of a file. @throws CatalogError that lists every problem with file, line and column. */
export async function loadCatalogFile(
  path: string,
  io: Io,
  { packages, ...options }: LoadFileOptions,
): Promise<FileCatalog> {
  const read = readCatalogFile(resolve(io.cwd, path), options);
  const { content, problems } = read;
  const all = await extended(read, packages, io);
  const base = all && chosen(all, content, problems);
  const override = ownSpecs('override', content.override, base, problems);
  const add = ownSpecs('add', content.add, base, problems);
  problems.check();
  if (!base) throw new Error(`${path} has no catalog, but no problem either`);
  const changed = base.override(override as Record<string, never>);
  const site = slice({ name: content.name, version: content.version, specs: add });
  const catalog = composed(Object.keys(add).length > 0 ? [changed, site] : [changed]);
  const own = [...Object.keys(override), ...Object.keys(add)];
  return { catalog, variant: content.variant, own, warnings: problems.warnings };
}

/** The catalog that a file extends; undefined if a part of it is missing, so that nothing else can be compared with it. */
async function extended(
  { content, problems }: ReadCatalogFile,
  packages: string | undefined,
  io: Io,
): Promise<Catalog | undefined> {
  let { isWhole } = content;
  if (!isWhole) return undefined;
  const catalogs: Catalog[] = [];
  const from = new Map<string, string>();
  for (const [index, name] of content.extends.entries()) {
    try {
      const catalog = await packageCatalog(name, io, { variant: content.variant, packages });
      const again = catalog.domains.find((domain) => from.has(domain.name));
      if (again)
        problems.add(
          ['extends', index],
          `domain ${again.name} of ${name} is already in ${from.get(again.name)}; remove one of the two`,
        );
      else catalogs.push(catalog);
      for (const domain of catalog.domains) from.set(domain.name, name);
    } catch (error) {
      if (!isHostspecError(error)) throw error;
      isWhole = false;
      problems.add(['extends', index], error.message);
    }
  }
  if (from.has(content.name))
    problems.add(
      ['name'],
      `name ${content.name} is already the name of a domain in ${from.get(content.name)}; choose another name`,
    );
  return isWhole ? composed(catalogs) : undefined;
}

function chosen(base: Catalog, { pick, skip, override }: CatalogFileContent, problems: Problems): Catalog {
  const names = Object.keys(base.specs);
  const check = (key: string, patterns: readonly string[]): void =>
    patterns.forEach((pattern, index) => {
      if (!names.some((name) => nameMatcher(pattern)(name)))
        problems.add(
          [key, index],
          `${key} ${JSON.stringify(pattern)} matches no spec under extends; ${didYouMean(pattern, names, 'hostspec catalog')}`,
        );
    });
  check('pick', pick ?? []);
  check('skip', skip);
  // If a pick is misspelt, overridden specs count as picked, so that they are not reported as a second problem.
  const matches = (pattern: string): boolean => names.some((name) => nameMatcher(pattern)(name));
  const known = pick?.filter(matches);
  const meant = known?.length === pick?.length ? [] : Object.keys(override).filter(matches);
  const picked = known ? base.pick(...known, ...meant) : base;
  const left = Object.keys(picked.specs).filter((name) => skip.some((pattern) => nameMatcher(pattern)(name)));
  return (left.length > 0 ? picked.omit(...left) : picked) as unknown as Catalog;
}

/** The specs of a part of the file that have no problem. Without a base, only their own data is checked. */
function ownSpecs(
  part: 'override' | 'add',
  entries: Readonly<Record<string, unknown>>,
  base: Catalog | undefined,
  problems: Problems,
): Specs {
  const specs: Record<string, Spec> = {};
  for (const [name, entry] of Object.entries(entries)) {
    const misplaced = base && misplacedName(part, name, base);
    if (misplaced !== undefined) problems.addKey([part, name], misplaced);
    // An override takes over the doc of its spec, so a missing doc is not a second problem.
    const data = specData(entry, part === 'override' ? (base?.specs[name]?.doc ?? '-') : undefined);
    warnOfShell(data, [part, name], problems);
    if (problems.addAll([part, name], data, problemsOfSpec(name, data, base))) specs[name] = data as Spec;
  }
  return specs;
}

function misplacedName(part: 'override' | 'add', name: string, base: Catalog): string | undefined {
  const isThere = Object.hasOwn(base.specs, name);
  if (part === 'override' && !isThere)
    return `override names spec ${name}, which does not exist; ${didYouMean(name, Object.keys(base.specs), 'hostspec catalog')}`;
  if (part === 'add' && isThere)
    return `add names spec ${name}, which ${base.domainOf[name]} already defines; put it under override`;
  return undefined;
}

function* problemsOfSpec(
  name: string,
  data: unknown,
  base: Catalog | undefined,
): Generator<HostspecError, void> {
  let isValid = true;
  for (const problem of specProblems(name, data)) {
    isValid = false;
    yield problem;
  }
  if (!isValid) return;
  const spec = data as Spec;
  try {
    applyBrand(name, spec);
  } catch (error) {
    if (!isHostspecError(error)) throw error;
    yield error;
  }
  if (base) yield* referenceProblems(name, spec, base);
}

/** An entry of a catalog file as a spec's data. Names alone are allowed for providers and conditions. */
function specData(entry: unknown, doc?: string): unknown {
  if (!isObject(entry)) return entry;
  const { provider, when, spec, specs, ...rest } = entry;
  return defined({
    doc,
    ...rest,
    provider: typeof provider === 'string' ? { provider } : specData(provider),
    when: conditionData(when),
    spec: specData(spec),
    specs: Array.isArray(specs) ? specs.map((each) => specData(each)) : specs,
  });
}

function conditionData(when: unknown): unknown {
  if (typeof when === 'string') return { condition: when };
  if (!isObject(when)) return when;
  return Object.fromEntries(
    Object.entries(when).map(([key, value]) => {
      if (key === 'not') return [key, conditionData(value)];
      return [key, Array.isArray(value) ? value.map(conditionData) : value];
    }),
  );
}

/** A part of a command line that only a shell would understand. */
interface ShellSyntax {
  readonly text: string;
  readonly what: string;
}

/** Warns of shell syntax in every command of a spec, because hostspec starts no shell. */
function warnOfShell(data: unknown, at: KeyPath, problems: Problems): void {
  if (at.length > mostNested) return;
  if (Array.isArray(data))
    for (const [index, each] of data.entries()) warnOfShell(each, [...at, index], problems);
  if (!isObject(data)) return;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'command' && typeof value === 'string' && data.nestedCommandLine !== true)
      for (const { text, what } of shellSyntax(value))
        problems.warn(
          [...at, key],
          `the command contains ${JSON.stringify(text)}, ${what}, but hostspec starts no shell; the program gets it as an argument. If that is meant, quote it`,
        );
    else if (key === 'spec' || key === 'specs' || key === 'provider')
      warnOfShell(value, [...at, key], problems);
  }
}
