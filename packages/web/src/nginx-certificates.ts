import { posix } from 'node:path';
import { addNamed, configurationFiles, sortedByKey } from '@hostspec/facts';
import {
  type Account,
  defineProvider,
  type Host,
  hasWildcard,
  hostError,
  listOr,
  type NamedElement,
  namedBy,
} from '@hostspec/spec';

const configurationDirectories = [
  '/etc/nginx',
  '/opt/rh/nginx*/root/etc/nginx',
  '/etc/opt/rh/rh-nginx*/nginx',
];

/** Where the files of the entry nginx_conf are. */
export const nginxConfigurationPatterns = configurationDirectories.flatMap((directory) =>
  ['*.conf', 'conf.d/*.conf', 'default.d/*.conf'].map((names) => `${directory}/${names}`),
);

/** Certificate files of nginx. */
export const nginxSslCertificateFiles = defineProvider({
  name: 'nginx_ssl_certificate_files',
  doc: "Sorted distinct arguments of the directive ssl_certificate in the files of nginx_conf and the files they include. Relative paths are below the nginx directory. Comments, quotes, several directives on one line and included files are handled; the reference implementation does not support them. Left out: paths with variables, whose values depend on the request, and certificates given as data. If another account's file names a certificate, it is read with that account's rights.",
  yields: 'list',
  async evaluate({ host }) {
    const certificates = new Map<string, string | NamedElement>();
    for (const { directory, directives, by } of await configuration(host))
      for (const { name, words } of directives) {
        const [path = ''] = words;
        if (name !== 'ssl_certificate' || path === '' || /\$|^data:/.test(path)) continue;
        const absolute = posix.resolve(directory, path);
        addNamed(certificates, absolute, namedBy(by, absolute));
      }
    return listOr(sortedByKey(certificates), 'no nginx configuration names a certificate file');
  },
});

interface NginxFile {
  readonly path: string;
  /** The base of relative paths: the directory of the main file, even in included files. */
  readonly directory: string;
  readonly directives: readonly NginxDirective[];
  /** The account that controls the file, or the one that includes it; undefined if only root does. */
  readonly by: Account | undefined;
}

interface Waiting extends Pick<NginxFile, 'path' | 'directory'> {
  readonly text: Promise<string | undefined>;
  readonly controller: Promise<Account | undefined>;
}

const used = new Set(['include', 'ssl_certificate']);
// Each one accesses directories.
const maxIncludes = 2000;

async function configuration(host: Host): Promise<readonly NginxFile[]> {
  const content = configurationFiles(host, 'nginx');
  const { paths } = await host.glob(nginxConfigurationPatterns);
  /** A file that is read while those before it are looked at; `namedBy` is the account that controls the file that includes it. */
  const opened = (path: string, directory: string, namedBy?: Account): Waiting => {
    const text = content.read(path, { by: namedBy });
    const controller = Promise.resolve(namedBy ?? host.controller?.(path));
    // Reported in its turn, if it has one.
    for (const each of [text, controller]) each.catch(() => undefined);
    return { path, directory, text, controller };
  };
  const waiting = paths.map((path) => opened(path, path.replace(/(\/nginx)\/.*$/s, '$1')));
  const known = new Map<string, Account | undefined>(paths.map((path) => [path, undefined]));
  const read: NginxFile[] = [];
  const included = new Set<string>();
  for (const { path, directory, text, controller } of waiting) {
    const found = await text;
    if (found === undefined) continue;
    const by = await controller;
    const directives = parseNginx(found, (name) => used.has(name));
    read.push({ path, directory, directives, by });
    const patterns = patternsOf(directives, directory, by, included);
    // A file that root also names is read with root's rights, too.
    for (const files of await Promise.all(patterns.map((pattern) => filesOf(host, pattern))))
      for (const file of files.filter((each) => !known.has(each) || (!by && known.get(each)))) {
        known.set(file, by);
        waiting.push(opened(file, directory, by));
      }
  }
  return read;
}

/** The files of an include directive. Whether a file without wildcards is there shows when it is read, which saves asking a distant host. */
async function filesOf(host: Host, pattern: string): Promise<readonly string[]> {
  return hasWildcard(pattern) ? (await host.glob([pattern])).paths : [pattern];
}

/** What the directives include that no file of the same account included before; that is added to `included`. */
function patternsOf(
  directives: readonly NginxDirective[],
  directory: string,
  by: Account | undefined,
  included: Set<string>,
): readonly string[] {
  const key = (pattern: string): string => `${by?.uid} ${pattern}`;
  const patterns = new Set(
    directives
      .filter(({ name, words }) => name === 'include' && words[0])
      .map(({ words }) => posix.resolve(directory, words[0] ?? ''))
      .filter((pattern) => !included.has(key(pattern))),
  );
  for (const pattern of patterns) included.add(key(pattern));
  if (included.size > maxIncludes)
    throw hostError('refused', `the configuration of nginx has more than ${maxIncludes} include directives`);
  return [...patterns];
}

/** A directive of an nginx configuration with its arguments, unquoted. */
interface NginxDirective {
  readonly name: string;
  readonly words: readonly string[];
}

/** Reads nginx configuration text: the requested directives at every depth, without comments and blocks of Lua code. */
export function parseNginx(text: string, isWanted: (name: string) => boolean = () => true): NginxDirective[] {
  const token = /\s+|#[^\n]*|([;{}])|"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|((?:\\.?|\$\{|[^\s;{\\])+)/gs;
  const directives: NginxDirective[] = [];
  let words: string[] = [];
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, mark, double, single, bare] = match;
    const word = double ?? single ?? bare;
    if (word !== undefined) words.push(word.replace(/\\(["'\\])/g, '$1'));
    if (mark === undefined) continue;
    const [name, ...rest] = words;
    if (name !== undefined && isWanted(name)) directives.push({ name, words: rest });
    if (mark === '{' && name?.endsWith('_by_lua_block')) token.lastIndex = endOfLua(text, token.lastIndex);
    words = [];
  }
  return directives;
}

/** Where a block of Lua code ends: braces in its comments and strings do not count. */
function endOfLua(text: string, start: number): number {
  const token = /--\[(=*)\[|\[(=*)\[|--[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\\.|[{}]/gs;
  token.lastIndex = start;
  let depth = 1;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, comment, level = comment] = match;
    if (level !== undefined) {
      const close = text.indexOf(`]${level}]`, token.lastIndex);
      if (close === -1) break;
      token.lastIndex = close + level.length + 2;
    } else if (found === '{') depth++;
    else if (found === '}' && --depth === 0) return token.lastIndex;
  }
  return text.length;
}
