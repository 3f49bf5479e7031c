import { defined } from '@hostspec/host-kit';
import { createLocalHost } from '@hostspec/local-host';
import {
  type CollectionSpec,
  compose,
  type Host,
  type Outcome,
  type SpecOptions,
  slice,
} from '@hostspec/spec';
import { beforeEach } from 'vitest';
import { temporaryDirectory as makeDirectory } from '../../../../tools/test/folder.js';
import {
  type CollectOptions,
  collect,
  type DescribedSpec,
  describePlan,
  memorySink,
  type Plan,
  type PlanContext,
  type PlanOptions,
  plan,
} from '../index.js';

/** A doc line, which every spec has. */
export const doc = { doc: 'A spec of a test' } as const;

/** Specs with what they need, and how they are planned and collected. */
export interface Given
  extends Omit<PlanOptions, 'host'>,
    Pick<CollectOptions, 'maxBytes' | 'maxTime' | 'window' | 'fullLogs'> {
  /** Default: the running machine. */
  readonly host?: Host;
  readonly parts?: Parts;
}

/** The outcome of a spec, with the text of each of its items. */
export type Collected = Outcome & { readonly texts: readonly string[] };

type Specs = Readonly<Record<string, CollectionSpec & SpecOptions>>;

type Parts = Partial<Parameters<typeof slice<Specs, string>>[0]>;

/** Gives each test a temporary directory, removed after the test; the returned function gives its path. */
export function temporaryDirectory(): () => string {
  let directory = '';
  beforeEach(() => {
    directory = makeDirectory();
  });
  return () => directory;
}

/** The running machine, with the user it says to collect with. */
export function hostOf(uid: number): Host {
  return { ...createLocalHost(), user: () => ({ uid, gid: uid }) };
}

/** A catalog of one slice with these specs. */
export const catalogOf = (specs: Specs, parts?: Parts) =>
  compose(slice({ name: 'test', version: '1.0.0', specs, ...parts }));

/** Plans specs as a catalog of one slice; returns the plan with its catalog and host. */
export async function planSpecs(
  specs: Specs,
  { host = createLocalHost(), parts, window, fullLogs, denials, ...options }: Given = {},
): Promise<{ readonly plan: Plan; readonly context: PlanContext }> {
  const catalog = catalogOf(specs, parts);
  return {
    plan: await plan(catalog, { host, ...options, ...defined({ denials }) }),
    context: defined({ catalog, host, window, fullLogs, denials }),
  };
}

/** Plans specs and describes the plan. */
export async function describeSpecs(specs: Specs, given?: Given): Promise<readonly DescribedSpec[]> {
  const { plan, context } = await planSpecs(specs, given);
  return describePlan(plan, context);
}

/** Plans and collects specs; returns the outcome of each, by name. */
export async function collectSpecs<const S extends Specs>(
  specs: S,
  given: Given = {},
): Promise<Readonly<Record<keyof S, Collected>>> {
  const sink = memorySink();
  try {
    const { maxBytes, maxTime } = given;
    const limits = defined({ maxBytes, maxTime });
    const { plan, context } = await planSpecs(specs, given);
    for await (const _ of collect(plan, { ...context, sink, ...limits }));
    const all: Record<string, Collected> = {};
    for (const [name, outcome] of sink.outcomes) {
      const contents = await Promise.all(outcome.items.map((item) => sink.read(item)));
      all[name] = { ...outcome, texts: contents.map((bytes) => new TextDecoder().decode(bytes)) };
    }
    return all as Record<keyof S, Collected>;
  } finally {
    await sink.close();
  }
}
