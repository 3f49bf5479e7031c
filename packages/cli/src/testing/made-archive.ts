import { createHash } from 'node:crypto';
import { splitWords } from '@hostspec/spec';
import { directoryOf } from './cli.js';

/** What an archive says besides its items. */
interface MadeArchive {
  readonly hostname?: string;
  /** Specs without content, with status and reason. */
  readonly without?: Readonly<Record<string, readonly [status: string, reason?: string]>>;
  readonly root?: string;
  /** Milliseconds since the epoch. Default: 0. */
  readonly started?: number;
}

/** An archive of a host with this content, by spec and item path, then the command line if it is an output. */
export function archiveOf(
  items: Readonly<Record<string, string>>,
  { hostname = 'web1', without = {}, root = '/', started = 0 }: MadeArchive = {},
): string {
  const specs: Record<string, [path: string, argv: readonly string[]][]> = {};
  const files: Record<string, string> = { 'etc/machine-id': `${hostname}\n` };
  for (const [key, content] of Object.entries(items)) {
    const [spec = '', path = '', ...argv] = splitWords(key);
    specs[spec] = [...(specs[spec] ?? []), [path, argv]];
    files[path] = content;
  }
  const outcomes = Object.entries(specs).map(([name, paths]) => ({
    name,
    domain: 'd',
    type: 'simple_file',
    status: 'collected',
    items: paths.map(([path, argv]) => ({
      path,
      source: argv.length > 0 ? { kind: 'command', argv } : { kind: 'file', path: `/${path}` },
      bytes: files[path]?.length,
      sha256: createHash('sha256').update(`${files[path]}`).digest('hex'),
      duration: 0,
    })),
    misses: [],
    started: 0,
    duration: 0,
  }));
  const others = Object.entries(without).map(([name, [status, reason]]) => ({
    name,
    domain: 'd',
    type: 'simple_file',
    status,
    reason,
    items: [],
    misses: [],
    started: 0,
    duration: 0,
  }));
  const manifest = {
    kind: 'hostspec',
    formatVersion: 1,
    tool: 'hostspec',
    hostname,
    root,
    started,
    finished: started,
    brand: { vendor: 'v', client: 'c' },
    domains: [],
    notEntered: [],
    notes: [],
    outcomes: [...outcomes, ...others],
  };
  const data = Object.fromEntries(Object.entries(files).map(([path, content]) => [`data/${path}`, content]));
  return directoryOf({ 'manifest.json': JSON.stringify(manifest), ...data });
}
