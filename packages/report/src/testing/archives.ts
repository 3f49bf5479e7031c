import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Finding, readShippedFindings } from '@hostspec/findings';
import { mangleCommand } from '@hostspec/host-kit';
import { splitWords } from '@hostspec/spec';
import { directoryOf } from '../../../../tools/test/folder.js';
import { places } from '../summary/sources.js';

/** Content by file path or command line. */
export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Whether the key is a file: commands have a program in a directory of programs. */
function isFile(key: string): boolean {
  return !/^\/(?:usr\/)?s?bin\//.test(key);
}

/** A sos report with these files and outputs. */
export function sosReport(contents: Contents): string {
  const entries = Object.entries(contents).map(([key, content]) =>
    isFile(key) ? [key.slice(1), content] : [`sos_commands/all/${mangleCommand(key)}`, content],
  );
  return directoryOf(Object.fromEntries(entries));
}

/** An archive of insights-core with these files and outputs, without metadata. */
export function insightsArchive(contents: Contents): string {
  const entries = Object.entries(contents).map(([key, content]) =>
    isFile(key) ? [key.slice(1), content] : [`insights_commands/${mangleCommand(key)}`, content],
  );
  return directoryOf(Object.fromEntries(entries));
}

/** A spec of an archive of hostspec. */
export interface MadeSpec {
  readonly name: string;
  /** The file or command line that its content comes from. Without it, the spec has no content. */
  readonly source?: string;
  readonly content?: string | Uint8Array;
  readonly status?: string;
  readonly reason?: string;
  readonly masked?: Readonly<Record<string, number>>;
  readonly truncated?: { readonly reason: string };
  /** Content of further items, by where it comes from. */
  readonly more?: Contents;
}

/** An archive of hostspec with these specs. */
export function hostspecArchive(specs: readonly MadeSpec[], head: object = {}): string {
  const files: Record<string, string | Uint8Array> = {};
  const outcomes = specs.map(
    ({ name, source, content = '', status, reason, masked, truncated, more = {} }) => {
      const common = {
        name,
        domain: 'kernel',
        type: 'simple_file',
        misses: [],
        started: 1_717_488_900_000,
        duration: 0.25,
      };
      if (source === undefined)
        return { ...common, status: status ?? 'absent', reason: reason ?? 'missing', items: [] };
      const items = Object.entries({ [source]: content, ...more }).map(([from, bytes]) => {
        const path = isFile(from) ? from.slice(1) : `insights_commands/${mangleCommand(from)}`;
        files[`data/${path}`] = bytes;
        return {
          path,
          source: isFile(from) ? { kind: 'file', path: from } : { kind: 'command', argv: splitWords(from) },
          bytes: Buffer.byteLength(bytes),
          sha256: createHash('sha256').update(bytes).digest('hex'),
          duration: 0.25,
          ...(masked && { masked }),
          ...(truncated && { truncated }),
        };
      });
      return { ...common, status: status ?? 'collected', ...(reason && { reason }), items };
    },
  );
  const manifest = {
    kind: 'hostspec',
    formatVersion: 1,
    tool: 'hostspec 1.0.0',
    hostname: 'web01.example.org',
    root: '/',
    started: 1_717_488_900_000,
    finished: 1_717_488_960_000,
    brand: { vendor: 'redhat', client: 'insights' },
    domains: [],
    notEntered: [],
    notes: [],
    outcomes,
    ...head,
  };
  return directoryOf({ ...files, 'manifest.json': JSON.stringify(manifest) });
}

/** The same contents as items of the specs that the summary reads. */
export function specsOf(contents: Contents): MadeSpec[] {
  return Object.entries(places).flatMap(([name, all]) => {
    const keys = all.flatMap((place) =>
      'command' in place
        ? [place.command]
        : 'file' in place
          ? [place.file]
          : Object.keys(contents).filter((key) => key.startsWith(place.files.replace('*', ''))),
    );
    const source = keys.find((key) => contents[key] !== undefined);
    return source === undefined ? [] : [{ name, source, content: contents[source] ?? '' }];
  });
}

const packages = new URL('../../../', import.meta.url);

/** The findings of all domains. */
export const shippedFindings: readonly Finding[] = readdirSync(packages).flatMap((domain) => {
  const file = new URL(`${domain}/findings.json`, packages);
  if (!existsSync(file)) return [];
  const { findings } = readShippedFindings(JSON.parse(readFileSync(file, 'utf8')), domain);
  return findings.map(({ finding }) => finding);
});
