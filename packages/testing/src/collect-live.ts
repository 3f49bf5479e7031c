import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanOptions } from '@hostspec/engine';
import { type Catalog, type Host, hostError, type Outcome, type Sink } from '@hostspec/spec';
import { matchGlob } from './match-glob.js';

/** What became of one spec, with the text of each of its items. */
export interface Collected {
  readonly outcome: Outcome;
  readonly contents: readonly string[];
}

/** How to collect from the running machine in a test. */
export type CollectLiveOptions = Omit<PlanOptions, 'host'> & {
  /** Files that stand in the place of the machine's own, or beside them. */
  readonly files?: Readonly<Record<string, string>>;
};

/** Collects specs from the running machine with the engine, and keeps their contents in memory; by name. */
export async function collectLive(
  catalog: Catalog<object>,
  { files = {}, ...options }: CollectLiveOptions = {},
): Promise<Readonly<Record<string, Collected>>> {
  const { collect, createLiveHost, plan } = await import('@hostspec/engine');
  const directory = mkdtempSync(join(tmpdir(), 'hostspec-collect-'));
  try {
    const planned = await plan(catalog, { ...options, host: withFiles(createLiveHost(), files) });
    const { sink, contentsOf } = memorySink(directory);
    const collected: Record<string, Collected> = {};
    for await (const outcome of collect(planned, { sink }))
      collected[outcome.name] = { outcome, contents: outcome.items.map(({ path }) => contentsOf(path)) };
    return collected;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A host on which some files are others than they are. */
function withFiles<H extends Host>(host: H, files: Readonly<Record<string, string>>): H {
  const paths = Object.keys(files);
  const own = (path: string): string | undefined => files[path.startsWith('/') ? path : `/${path}`];
  return {
    ...host,
    async readFile(path) {
      const content = own(path);
      return content === undefined ? host.readFile(path) : new TextEncoder().encode(content);
    },
    async stat(path) {
      const content = own(path);
      return content === undefined
        ? host.stat(path)
        : { kind: 'file', size: Buffer.byteLength(content), modified: 0 };
    },
    async glob(patterns) {
      const found = await host.glob(patterns);
      const added = paths.filter((path) => patterns.some((pattern) => matchGlob(pattern, path)));
      return { ...found, paths: [...new Set([...added, ...found.paths])] };
    },
  };
}

function memorySink(directory: string): { sink: Sink; contentsOf(path: string): string } {
  const contents = new Map<string, string>();
  let opened = 0;
  const sink: Sink = {
    begin() {},
    open() {
      const path = String(opened++);
      return { path, fd: openSync(join(directory, path), 'wx+') };
    },
    keep({ fd }, { path }) {
      const content = Buffer.alloc(fstatSync(fd).size);
      readSync(fd, content, 0, content.length, 0);
      closeSync(fd);
      contents.set(path, content.toString());
    },
    discard: ({ fd }) => closeSync(fd),
    write() {},
    finish: async () => directory,
    async read({ path }) {
      const content = contents.get(path);
      if (content === undefined) throw hostError('absent', `${path}: no such item`);
      return Buffer.from(content);
    },
    async close() {},
  };
  return { sink, contentsOf: (path) => contents.get(path) ?? '' };
}
