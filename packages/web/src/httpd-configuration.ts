import { posix } from 'node:path';
import { type ConfigurationFiles, configurationFiles } from '@hostspec/facts';
import { type Account, type Host, hostError } from '@hostspec/spec';
import { includedFiles } from './httpd-includes.js';
import { type HttpdLine, parseHttpd } from './httpd-lines.js';

/** A directive that applies to the whole server or to one virtual host. */
export interface ServerDirective {
  /** The account that controls its file; undefined if only root does. */
  readonly by: Account | undefined;
  readonly name: string;
  readonly words: readonly string[];
  /** The number of the virtual host, counted from 1 in the order of reading; undefined for the whole server. */
  readonly virtualHost: number | undefined;
}

/** An Apache configuration: its files in the order of reading, and the directives asked for. */
export interface HttpdConfiguration {
  /** Each file, with the account that controls the file that includes it, if that is not root. */
  readonly files: ReadonlyMap<string, Account | undefined>;
  readonly serverRoot: string;
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
  readonly variables: Map<string, string>;
  serverRoot: string;
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
    variables: new Map(),
    serverRoot: root,
    virtualHosts: 0,
    searches: 0,
  };
  await readInto(reading, main, undefined, undefined);
  return { files: reading.files, serverRoot: reading.serverRoot, directives: reading.directives };
}

async function readInto(
  reading: Reading,
  file: string,
  namedBy: Account | undefined,
  outerHost: number | undefined,
): Promise<void> {
  // Once for each server is enough: reading a file again changes nothing, and loops end.
  const inclusion = `${outerHost} ${file}`;
  if (reading.inclusions.has(inclusion)) return;
  reading.inclusions.add(inclusion);
  if (!reading.files.has(file)) reading.files.set(file, namedBy);
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
    const values = words.map((word) => withVariables(word, reading.variables));
    const [first = '', second = ''] = values;
    if (name === 'define') reading.variables.set(first, second);
    else if (name === 'undefine') reading.variables.delete(first);
    else if (name === 'serverroot') reading.serverRoot = posix.resolve(reading.serverRoot, first);
    else if (name === 'include' || name === 'includeoptional')
      for (const included of await inclusionsOf(reading, first))
        await readInto(reading, included, by, virtualHost);
    else if (reading.isWanted(name)) reading.directives.push({ by, name, words: values, virtualHost });
  }
}

const structure = new Set(['define', 'undefine', 'serverroot', 'include', 'includeoptional']);

function linesOf(
  { content, lines, isWanted }: Reading,
  file: string,
  by: Account | undefined,
): Promise<readonly HttpdLine[]> {
  const isUsed = (name: string): boolean => structure.has(name) || isWanted(name);
  const known = lines.get(file) ?? content.read(file, { by }).then((text) => parseHttpd(text ?? '', isUsed));
  lines.set(file, known);
  return known;
}

function inclusionsOf(reading: Reading, argument: string): Promise<string[]> {
  const { host, root, serverRoot, included } = reading;
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

function withVariables(word: string, variables: ReadonlyMap<string, string>): string {
  return word.replace(/\$\{([^}]+)\}/g, (reference, name: string) => variables.get(name) ?? reference);
}
