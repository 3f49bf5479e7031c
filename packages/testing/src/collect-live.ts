import type { PlanOptions } from '@hostspec/engine';
import { pathMatcher } from '@hostspec/host-kit';
import type { LocalHostOptions } from '@hostspec/local-host';
import type { Catalog, CollectingHost, Host, Outcome } from '@hostspec/spec';

/** The running machine, or a directory with a root file system, as the engine sees it. */
export async function liveHost(options?: LocalHostOptions): Promise<CollectingHost> {
  const { createLocalHost } = await import('@hostspec/local-host');
  return createLocalHost(options);
}

/** The outcome of one spec, with the text of each of its items. */
export interface Collected {
  readonly outcome: Outcome;
  readonly contents: readonly string[];
}

/** How to collect from the running machine in a test. */
export type CollectLiveOptions = Omit<PlanOptions, 'host'> & {
  /** Files that replace the machine's own or are added to them. */
  readonly files?: Readonly<Record<string, string>>;
};

/** Collects specs from the running machine with the engine, and keeps their contents in memory, with their secrets; by name. */
export async function collectLive(
  catalog: Catalog<object>,
  { files = {}, ...options }: CollectLiveOptions = {},
): Promise<Readonly<Record<string, Collected>>> {
  const { collect, plan, memorySink } = await import('@hostspec/engine');
  const host = withFiles(await liveHost(), files);
  const planned = await plan(catalog, { ...options, host });
  const sink = memorySink();
  try {
    const collected: Record<string, Collected> = {};
    for await (const outcome of collect(planned, { catalog, host, sink, redaction: 'none' })) {
      const contents = await Promise.all(outcome.items.map((item) => sink.read(item)));
      collected[outcome.name] = {
        outcome,
        contents: contents.map((bytes) => new TextDecoder().decode(bytes)),
      };
    }
    return collected;
  } finally {
    await sink.close();
  }
}

/** A host with some files replaced. */
function withFiles<H extends Host>(host: H, files: Readonly<Record<string, string>>): H {
  const paths = Object.keys(files);
  const own = (path: string): string | undefined => files[path.startsWith('/') ? path : `/${path}`];
  return {
    ...host,
    async readFile(path, options) {
      const content = own(path);
      return content === undefined ? host.readFile(path, options) : new TextEncoder().encode(content);
    },
    async stat(path) {
      const content = own(path);
      return content === undefined
        ? host.stat(path)
        : { kind: 'file', size: Buffer.byteLength(content), modified: 0 };
    },
    async glob(patterns, options) {
      const found = await host.glob(patterns, options);
      const matchers = patterns.map(pathMatcher);
      const added = paths.filter((path) => matchers.some((matches) => matches(path)));
      return { ...found, paths: [...new Set([...added, ...found.paths])] };
    },
  };
}
