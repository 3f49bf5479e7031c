import { posix } from 'node:path';
import { type ConfigurationFiles, configurationFiles, type Fact, fact } from '@hostspec/facts';
import { type Account, type Host, hostError } from '@hostspec/spec';
import { below, leastTrusted, setValue, type Value, type Values, withVariables } from './httpd-values.js';

/** A directive that applies to the whole server or to one virtual host. */
export interface ServerDirective {
  /** The account that decides on its words: it controls the file, or set a variable in them; undefined if only root does. */
  readonly by: Account | undefined;
  readonly name: string;
  readonly words: readonly string[];
  /** The number of the virtual host, counted from 1 in the order of reading; undefined for the whole server. */
  readonly virtualHost: number | undefined;
}

/** An Apache configuration: its files in the order of reading, and the directives asked for. */
export interface HttpdConfiguration {
  /** Each file, with the account that decides on the path that includes it, if that is not root. */
  readonly files: ReadonlyMap<string, Account | undefined>;
  /** A path of a directive below the server root. That of another account holds for directives of other accounts only. */
  belowServerRoot(path: string, by: Account | undefined): Value;
  readonly directives: readonly ServerDirective[];
}

// Each include accesses the host; directories and patterns access every file in them.
const maxIncludes = 20_000;
const maxSearches = 2000;

interface Reading {
  readonly host: Host;
  readonly root: string;
  readonly content: ConfigurationFiles;
  readonly isWanted: (name: string) => boolean;
  readonly files: Map<string, Account | undefined>;
  readonly inclusions: Set<string>;
  readonly directives: ServerDirective[];
  readonly lines: Map<string, Promise<readonly HttpdLine[]>>;
  readonly included: Map<string, Promise<string[]>>;
  /** What all files set, as in Apache. */
  readonly values: Values;
  /** What root set: nobody else can make files vanish that root includes. */
  readonly rootsValues: Values;
  virtualHosts: number;
  searches: number;
}

/** Reads `conf/httpd.conf` below a server root and everything that it includes; undefined if it cannot be read. */
export async function readConfiguration(
  host: Host,
  root: string,
  isWanted: (name: string) => boolean,
): Promise<HttpdConfiguration | undefined> {
  const main = `${root}/conf/httpd.conf`;
  const content = configurationFiles(host, `Apache below ${root}`);
  const text = await content.read(main);
  if (text === undefined) return undefined;
  const reading: Reading = {
    host,
    root,
    content,
    isWanted,
    files: new Map(),
    inclusions: new Set(),
    directives: [],
    lines: new Map(),
    included: new Map(),
    values: valuesOf(root),
    rootsValues: valuesOf(root),
    virtualHosts: 0,
    searches: 0,
  };
  await readInto(reading, main, undefined, undefined);
  const { files, directives, values, rootsValues } = reading;
  return {
    files,
    directives,
    belowServerRoot: (path, by) => below((by ? values : rootsValues).serverRoot, { text: path, by }),
  };
}

function valuesOf(root: string): Values {
  return { variables: new Map(), serverRoot: { text: root, by: undefined } };
}

async function readInto(
  reading: Reading,
  file: string,
  namedBy: Account | undefined,
  outerHost: number | undefined,
): Promise<void> {
  // Once for each server and account is enough: reading a file again changes nothing, and loops end.
  const inclusion = (by: Account | undefined): string => `${outerHost} ${by?.uid} ${file}`;
  if ([undefined, namedBy].some((by) => reading.inclusions.has(inclusion(by)))) return;
  reading.inclusions.add(inclusion(namedBy));
  // A file that root also names is read with root's rights.
  if (!namedBy || !reading.files.has(file)) reading.files.set(file, namedBy);
  const [lines, by] = await Promise.all([
    linesOf(reading, file, namedBy),
    namedBy ?? reading.host.controller?.(file),
  ]);
  let virtualHost = outerHost;
  let inMacro = false;
  for (const { kind, name, words } of lines) {
    if (name === 'macro' && kind !== 'directive') inMacro = kind === 'start';
    if (inMacro) continue;
    if (name === 'virtualhost' && outerHost === undefined)
      virtualHost = kind === 'start' ? ++reading.virtualHosts : undefined;
    if (kind !== 'directive') continue;
    const variants = (by ? [reading.values] : [reading.rootsValues, reading.values]).map((values) => ({
      values,
      words: words.map((word) => withVariables(word, by, values)),
    }));
    for (const { values, words } of variants) setValue(values, name, words[0] ?? { text: '', by }, words[1]);
    if (name === 'include' || name === 'includeoptional') {
      // All of them are found first, because what is read may change the values.
      const found = variants.map(({ values, words }) => inclusionsOf(reading, values, words[0]));
      for (const each of await Promise.all(found))
        for (const path of each.files) await readInto(reading, path, each.by, virtualHost);
    } else if (reading.isWanted(name))
      for (const directive of distinct(variants, by))
        reading.directives.push({ ...directive, name, virtualHost });
  }
}

type Words = Pick<ServerDirective, 'words' | 'by'>;

/** The words of each variant of a directive, and the account that decides on them; root's, if others say the same. */
function distinct(
  variants: readonly { readonly words: readonly Value[] }[],
  by: Account | undefined,
): Iterable<Words> {
  const found = new Map<string, Words>();
  for (const variant of variants) {
    const words = variant.words.map(({ text }) => text);
    const key = words.join('\0');
    const account = variant.words.map((word) => word.by).reduce(leastTrusted, by);
    if (!found.has(key)) found.set(key, { words, by: account });
  }
  return found.values();
}

const structure = new Set(['define', 'undefine', 'serverroot', 'include', 'includeoptional']);

function linesOf(
  { content, lines, isWanted }: Reading,
  file: string,
  by: Account | undefined,
): Promise<readonly HttpdLine[]> {
  const isUsed = (name: string): boolean => structure.has(name) || isWanted(name);
  const key = `${by?.uid} ${file}`;
  const known = lines.get(key) ?? content.read(file, { by }).then((text) => parseHttpd(text ?? '', isUsed));
  lines.set(key, known);
  return known;
}

interface Inclusions {
  readonly files: readonly string[];
  readonly by: Account | undefined;
}

async function inclusionsOf(
  reading: Reading,
  { serverRoot }: Values,
  argument: Value | undefined,
): Promise<Inclusions> {
  if (argument === undefined) return { files: [], by: undefined };
  const { by } = below(serverRoot, argument);
  return { files: await namedFiles(reading, serverRoot.text, argument.text), by };
}

function namedFiles(reading: Reading, serverRoot: string, argument: string): Promise<string[]> {
  const { host, root, included } = reading;
  const key = `${serverRoot}\0${argument}`;
  const known = included.get(key);
  if (known) return known;
  const most = (count: number, limit: number, what: string): void => {
    if (count <= limit) return;
    throw hostError('refused', `the configuration of Apache below ${root} has more than ${limit} ${what}`);
  };
  most(included.size + 1, maxIncludes, 'Include directives');
  const files = includedFiles(host, serverRoot, argument, () =>
    most(++reading.searches, maxSearches, 'Include directives that name directories or patterns'),
  );
  included.set(key, files);
  return files;
}

/** Where an Apache installation has its configuration. */
export interface HttpdRoot {
  readonly path: string;
  readonly configuration: Fact<HttpdConfiguration | undefined>;
}

const certificateDirectives = new Set([
  'sslengine',
  'sslcertificatefile',
  'nssengine',
  'nsscertificatedatabase',
  'nssnickname',
]);

/** An Apache installation by its server root; its configuration is read once for each host. */
export function httpdRoot(path: string): HttpdRoot {
  return {
    path,
    configuration: fact((host) => readConfiguration(host, path, (name) => certificateDirectives.has(name))),
  };
}

/** The Apache of the operating system. */
export const systemHttpd = httpdRoot('/etc/httpd');

const directoryDepth = 4;

/**
 * The files that an Include argument names: a file, every file below a directory, or the matches of a pattern, sorted;
 * relative to the server root. Empty if it contains a variable that the configuration does not define. Directories are
 * searched only if `search` allows it.
 */
async function includedFiles(
  host: Host,
  serverRoot: string,
  argument: string,
  search: () => void,
): Promise<string[]> {
  if (argument === '' || argument.includes('${')) return [];
  const path = posix.resolve(serverRoot, argument);
  const isPattern = /[*?[]/.test(path);
  if (!isPattern && (await host.stat(path))?.kind === 'file') return [path];
  search();
  const below = Array.from({ length: directoryDepth }, (_, depth) => path + '/*'.repeat(depth + 1));
  const { paths } = await host.glob(isPattern ? [path, ...below] : below);
  return [...new Set(paths)].sort();
}

/** A line of an Apache configuration: a directive, or the start or end of a section; names in lower case. */
interface HttpdLine {
  readonly kind: 'directive' | 'start' | 'end';
  readonly name: string;
  readonly words: readonly string[];
}

/**
 * Reads Apache configuration text as Apache does: continued lines joined, comments dropped, words unquoted. Keeps only
 * the requested directives, because text of 16 MiB can have a million others.
 */
export function parseHttpd(text: string, isWanted: (name: string) => boolean = () => true): HttpdLine[] {
  const joined = text.replace(/\\\r?\n/g, '');
  const lines: HttpdLine[] = [];
  for (let start = 0, end = 0; start <= joined.length; start = end + 1) {
    end = joined.indexOf('\n', start);
    if (end === -1) end = joined.length;
    const line = parseLine(joined.slice(start, end).trim(), isWanted);
    if (line) lines.push(line);
  }
  return lines;
}

function parseLine(line: string, isWanted: (name: string) => boolean): HttpdLine | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const [, slash, section] = /^<(\/?)([^\s>]+)/.exec(line) ?? [];
  if (section !== undefined) return { kind: slash ? 'end' : 'start', name: section.toLowerCase(), words: [] };
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line) ?? [];
  if (!isWanted(name.toLowerCase())) return undefined;
  return { kind: 'directive', name: name.toLowerCase(), words: splitHttpdWords(rest) };
}

function splitHttpdWords(text: string): string[] {
  const words = text.matchAll(/"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|(\S+)/g);
  return [...words].map(
    ([, double, single, bare]) =>
      bare ?? double?.replace(/\\(["\\])/g, '$1') ?? single?.replace(/\\(['\\])/g, '$1') ?? '',
  );
}
