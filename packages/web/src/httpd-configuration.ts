import { posix } from 'node:path';
import { type Host, readText } from '@hostspec/spec';
import { includedFiles } from './httpd-includes.js';
import { type HttpdLine, parseHttpd } from './httpd-lines.js';

/** A directive that applies to the whole server or to one virtual host. */
export interface ServerDirective {
  readonly name: string;
  readonly words: readonly string[];
  /** The number of the virtual host, counted from 1 in the order of reading; undefined for the whole server. */
  readonly virtualHost: number | undefined;
}

/** An Apache configuration: its files in the order of reading, and the directives asked for. */
export interface HttpdConfiguration {
  readonly files: readonly string[];
  readonly serverRoot: string;
  readonly directives: readonly ServerDirective[];
}

interface Reading {
  readonly host: Host;
  readonly isWanted: (name: string) => boolean;
  readonly files: Set<string>;
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
    files: new Set(),
    inclusions: new Set(),
    directives: [],
    lines: new Map([[main, Promise.resolve(parseHttpd(text))]]),
    variables: new Map(),
    serverRoot: root,
    virtualHosts: 0,
  };
  await readInto(reading, main, undefined);
  return { files: [...reading.files], serverRoot: reading.serverRoot, directives: reading.directives };
}

async function readInto(reading: Reading, file: string, outerHost: number | undefined): Promise<void> {
  // Once for each server is enough: what a file says twice is no different, and loops end.
  const inclusion = `${outerHost} ${file}`;
  if (reading.inclusions.has(inclusion)) return;
  reading.inclusions.add(inclusion);
  reading.files.add(file);
  let virtualHost = outerHost;
  let inMacro = false;
  for (const { kind, name, words } of await linesOf(reading, file)) {
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
        await readInto(reading, included, virtualHost);
    else if (reading.isWanted(name)) reading.directives.push({ name, words: values, virtualHost });
  }
}

function linesOf({ host, lines }: Reading, file: string): Promise<readonly HttpdLine[]> {
  const known = lines.get(file) ?? readText(host, file).then((text) => parseHttpd(text ?? ''));
  lines.set(file, known);
  return known;
}

function withVariables(word: string, variables: ReadonlyMap<string, string>): string {
  return word.replace(/\$\{([^}]+)\}/g, (reference, name: string) => variables.get(name) ?? reference);
}
