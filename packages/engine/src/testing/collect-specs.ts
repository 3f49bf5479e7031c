import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalHost } from '@hostspec/local-host';
import {
  type CollectionSpec,
  compose,
  type Host,
  type Outcome,
  type Parts,
  type SpecOptions,
  slice,
} from '@hostspec/spec';
import { afterEach, beforeEach } from 'vitest';
import { type CollectOptions, collect, memorySink, type Plan, type PlanOptions, plan } from '../index.js';

/** A doc line, which every spec has. */
export const doc = { doc: 'A spec of a test' } as const;

/** Specs with what they need, and how they are planned and collected. */
export interface Given extends Omit<PlanOptions, 'host'>, Pick<CollectOptions, 'maxBytes' | 'maxTime'> {
  /** Default: the running machine. */
  readonly host?: Host;
  readonly parts?: Parts;
}

/** The outcome of a spec, with the text of each of its items. */
export type Collected = Outcome & { readonly texts: readonly string[] };

type Specs = Readonly<Record<string, CollectionSpec & SpecOptions>>;

/** Gives each test a temporary directory, removed after the test; the returned function gives its path. */
export function temporaryDirectory(): () => string {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hostspec-test-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  return () => directory;
}

/** The running machine, with the user it says to collect with. */
export function hostOf(uid: number): Host {
  return { ...createLocalHost(), user: () => ({ uid, gid: uid }) };
}

/** Plans specs as a catalog of one slice. */
export async function planSpecs(specs: Specs, { host, parts, ...options }: Given = {}): Promise<Plan> {
  const catalog = compose(slice({ name: 'test', version: '1.0.0', specs, ...parts }));
  return plan(catalog, { host: host ?? createLocalHost(), ...options });
}

/** Plans and collects specs; returns the outcome of each, by name. */
export async function collectSpecs<const S extends Specs>(
  specs: S,
  given: Given = {},
): Promise<Readonly<Record<keyof S, Collected>>> {
  const sink = memorySink();
  try {
    const { maxBytes, maxTime } = given;
    const limits = {
      ...(maxBytes === undefined ? {} : { maxBytes }),
      ...(maxTime === undefined ? {} : { maxTime }),
    };
    for await (const _ of collect(await planSpecs(specs, given), { sink, ...limits }));
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
