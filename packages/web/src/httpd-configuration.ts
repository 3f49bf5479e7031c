import { posix } from 'node:path';
import { type Account, type Host, readText } from '@hostspec/spec';
import { includedFiles } from './httpd-includes.js';
import { type HttpdLine, parseHttpd } from './httpd-lines.js';

/** A directive that applies to the whole server or to one virtual host. */
export interface ServerDirective {
  /** The account that decides on the file it is in; undefined if only root does. */
  readonly by: Account | undefined;
  readonly name: string;
  readonly words: readonly string[];
  /** The number of the virtual host, counted from 1 in the order of reading; undefined for the whole server. */
  readonly virtualHost: number | undefined;
}

/** An Apache configuration: its files in the order of reading, and the directives asked for. */
export interface HttpdConfiguration {
  /** Each file, with the account that decides on the file that includes it, if that is not root. */
  readonly files: ReadonlyMap<string, Account | undefined>;
  readonly serverRoot: string;
  readonly directives: readonly ServerDirective[];
}

interface Reading {
  readonly host: Host;
  readonly isWanted: (name: string) => boolean;
  readonly files: Map<string, Account | undefined>;
  readonly inclusions: Set<string>;
  readonly directives: ServerDirective[];
  readonly lines: Map<string, Promise<readonly HttpdLine[]>>;
  readonly variables: Map<string, string>;
  serverRoot: string;
  virtualHosts: number;
}

/** Reads `conf/httpd.conf` below a server root and everything that it includes; undefined where it cannot be read. */
export async function readConfiguration(
  host: Host,
  root: string,
  isWanted: (name: string) => boolean,
): Promise<HttpdConfiguration | undefined> {
  const main = `${root}/conf/httpd.conf`;
  const text = await readText(host, main);
  if (text === undefined) return undefined;
  const reading: Reading = {
    host,
    isWanted,
    files: new Map(),
    inclusions: new Set(),
    directives: [],
    lines: new Map([[main, Promise.resolve(parseHttpd(text))]]),
    variables: new Map(),
    serverRoot: root,
    virtualHosts: 0,
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
  // Once for each server is enough: what a file says twice is no different, and loops end.
  const inclusion = `${outerHost} ${file}`;
  if (reading.inclusions.has(inclusion)) return;
  reading.inclusions.add(inclusion);
  if (!reading.files.has(file)) reading.files.set(file, namedBy);
  const by = namedBy ?? (await reading.host.controller?.(file));
  let virtualHost = outerHost;
  let inMacro = false;
  for (const { kind, name, words } of await linesOf(reading, file, namedBy)) {
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
      for (const included of await includedFiles(reading.host, reading.serverRoot, first))
        await readInto(reading, included, by, virtualHost);
    else if (reading.isWanted(name)) reading.directives.push({ by, name, words: values, virtualHost });
  }
}

function linesOf(
  { host, lines }: Reading,
  file: string,
  by: Account | undefined,
): Promise<readonly HttpdLine[]> {
  const known = lines.get(file) ?? readText(host, file, { by }).then((text) => parseHttpd(text ?? ''));
  lines.set(file, known);
  return known;
}

function withVariables(word: string, variables: ReadonlyMap<string, string>): string {
  return word.replace(/\$\{([^}]+)\}/g, (reference, name: string) => variables.get(name) ?? reference);
}
