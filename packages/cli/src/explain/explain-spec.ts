import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Archive, ArchiveOutcome, ItemRecord } from '@hostspec/archive';
import type {
  DescribedSpec,
  PlanContext,
  PlanOptions,
  TracedCondition,
  TracedProvider,
} from '@hostspec/engine';
import { bytesText, counted, defined } from '@hostspec/host-kit';
import { maskedData, openRedaction, readDenials } from '@hostspec/policy';
import {
  type Catalog,
  type Container,
  type Effects,
  isHostspecError,
  joinWords,
  type Source,
  type Spec,
  specsWithin,
  writtenCondition,
  writtenForm,
} from '@hostspec/spec';
import { type LoadedCatalog, loadConfigured } from '../catalogs/catalog.js';
import { choosePolicy, openChosenPolicy } from '../chosen-policy.js';
import { exitStatus } from '../exit-status.js';
import { openHost } from '../hosts/host.js';
import type { OpenedHost } from '../hosts/runner.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withArchive } from '../read/with-archive.js';
import { planOptions } from '../runs/planning.js';
import { endOnSignal } from '../runs/signals.js';
import { remoteOptions } from '../shared-options.js';
import { describeNamed } from '../show/describe.js';
import { styleOf } from '../style.js';
import { oneLine, printable, secondsText } from '../text.js';
import { refuseWith, usageError } from '../usage-error.js';
import type { options } from './options.js';

const most = 20;

const came: Readonly<Record<AskedProvider['kind'], string>> = {
  value: '',
  nothing: ' returns nothing',
  failed: ' failed',
  'timed out': ' timed out',
};

type ExplainValues = Values<typeof options>;

/** The facts about a spec: on a host, and in an archive. */
export interface Explanation {
  readonly name: string;
  readonly outcome?: ArchiveOutcome;
  /** The results of its condition, provider and sources; missing if the catalog contains no such spec. */
  readonly chain?: Chain;
}

/** Prints why a spec is collected or not. */
export async function explainSpec(
  name: string,
  archive: string | undefined,
  values: ExplainValues,
  io: Io,
): Promise<number> {
  if (archive !== undefined)
    refuseWith(`ARCHIVE ${archive}`, values, [
      'root',
      'enter-mounts',
      'timeout',
      ...Object.keys(remoteOptions),
    ]);
  if (archive !== undefined && existsSync(resolve(io.cwd, name)) && !existsSync(resolve(io.cwd, archive)))
    throw usageError(`${name} is a file; the spec comes first: hostspec explain SPEC ARCHIVE`, 'SPEC', name);
  const explanation =
    archive === undefined
      ? await explainHere(name, values, io)
      : await withArchive(archive, io, (opened) => explainThere(name, opened, values, io));
  if (values.json) io.out.write(`${JSON.stringify(explanation, undefined, 2)}\n`);
  else {
    const { outcome, chain } = explanation;
    const parts = [outcome && outcomeText(outcome, io), chain && chainText(chain, outcome === undefined, io)];
    io.out.write(parts.filter((part) => part !== undefined).join('\n'));
  }
  return exitStatus.done;
}

async function explainHere(name: string, values: ExplainValues, io: Io): Promise<Explanation> {
  const loaded = await loadConfigured(values, io);
  describeNamed(name, loaded.catalog);
  const chain = await chainOn(() => openHost(values, {}, io), name, loaded, values, io);
  return { name, chain };
}

async function explainThere(
  name: string,
  archive: Archive,
  values: ExplainValues,
  io: Io,
): Promise<Explanation> {
  const chosen = await choosePolicy(values, io);
  const redaction = await openRedaction(chosen, await readDenials(chosen));
  const outcome = maskedData(archive.outcomes.get(name), redaction);
  const loaded = await loadConfigured(values, io).catch((error: unknown) => {
    if (outcome && isHostspecError(error) && error.code === 'INVALID_CATALOG') return undefined;
    throw error;
  });
  const isKnown = loaded !== undefined && Object.hasOwn(loaded.catalog.specs, name);
  if (!isKnown && outcome) return { name, outcome };
  if (!isKnown && loaded) describeNamed(name, loaded.catalog);
  if (!loaded) return { name };
  const { createArchiveHost } = await import('@hostspec/archive-host');
  const open = async () => ({
    host: await createArchiveHost(archive),
    elsewhere: undefined,
    mapped: archive.manifest?.mapped,
  });
  const chain = await chainOn(open, name, loaded, values, io);
  return defined({ name, outcome, chain });
}

async function chainOn(
  open: () => Promise<Pick<OpenedHost, 'host' | 'elsewhere' | 'mapped'>>,
  name: string,
  loaded: LoadedCatalog,
  values: ExplainValues,
  io: Io,
): Promise<Chain> {
  const given = await planOptions(loaded, values, io);
  const policy = await openChosenPolicy(values, io);
  const opened = await open();
  const { host } = opened;
  const ended = endOnSignal((reason) => host.stop(reason), io);
  try {
    const { denied, redaction } = await policy.on(opened);
    const chain = await chainOf(name, loaded.catalog, {
      ...given,
      host,
      ...defined({ denials: denied?.denials }),
    });
    return maskedData(chain, redaction);
  } finally {
    ended();
    await host.stop('the explanation is complete');
  }
}

function outcomeText({ name, status, reason, items, misses = [], duration }: ArchiveOutcome, io: Io): string {
  const style = styleOf(io.out, io);
  const lines = [
    `${style.bold(printable(`${name}: ${status}`))}${duration === undefined ? '' : ` in ${secondsText(duration)}`}`,
  ];
  if (reason !== undefined) lines.push(`  ${printable(reason).replaceAll('\\n', '\n    ')}`);
  lines.push(...limited(items.map(itemText)));
  const telling = misses.filter((miss) => misses.length > 1 || !reason?.includes(miss.reason));
  lines.push(
    ...limited(
      telling.map((miss) => `  ${miss.status}: ${sourceText(miss.source)}: ${oneLine(miss.reason, 300)}`),
    ),
  );
  return `${lines.join('\n')}\n`;
}

function itemText({ path, source, element, rc, bytes, truncated, container }: ItemRecord): string {
  const facts = [bytes === undefined ? '' : bytesText(bytes), rc === undefined ? '' : `exit status ${rc}`];
  if (element !== undefined) facts.push(`element ${elementText(element)}`);
  if (container) facts.push(`container ${container.id}`);
  if (truncated) facts.push(truncated.reason);
  const from = source ? `${sourceText(source)} -> ` : '';
  return `  ${from}data/${printable(path)} (${printable(facts.filter(Boolean).join(', '))})`;
}

/** Everything a spec depends on, with the result of each link of the chain; leaves out the sources if their outcome is already shown. */
function chainText(chain: Chain, withSources: boolean, io: Io): string {
  const style = styleOf(io.out, io);
  const { written, domain, origin, when, conditions, providers, sources, gap, first } = chain;
  const lines = [style.bold(printable(written)), `  domain ${domain}`];
  if (origin !== undefined) lines.push(`  origin ${printable(origin)}`);
  if (when !== undefined) lines.push(`  only if ${when}`);
  for (const { name, holds, reason } of conditions)
    lines.push(`    ${name} ${holds ? 'holds' : 'does not hold'}: ${oneLine(reason, 300)}`);
  for (const provider of providers) lines.push(...providerLines(provider));
  if (gap) lines.push(`  ${gap.status}: ${oneLine(gap.reason, 1000)}`);
  if (!withSources) return `${lines.join('\n')}\n`;
  const open = sources.filter((source) => !source.gap);
  const closed = sources.filter((source) => source.gap);
  if (open.length > 0) {
    lines.push(`  would be read or run${first ? ' (the first that has content)' : ''}`);
    lines.push(...limited(open.map(({ source, container }) => `    ${sourceText(source, container)}`)));
  }
  if (closed.length > 0) {
    lines.push('  would not be collected');
    lines.push(
      ...limited(closed.map(({ gap: why }) => `    ${why?.status}: ${oneLine(why?.reason ?? '', 300)}`)),
    );
  }
  return `${lines.join('\n')}\n`;
}

function providerLines({ name, kind, value, reason }: AskedProvider): string[] {
  if (kind !== 'value' || reason !== undefined)
    return [`  provider ${name}${came[kind]}: ${oneLine(reason ?? '', 300)}`];
  const elements = Array.isArray(value) ? value : [value];
  return [
    `  provider ${name} returns ${counted(elements.length, 'element')}`,
    ...limited(elements.map((element) => `    ${elementText(element)}`)),
  ];
}

function elementText(element: unknown): string {
  return oneLine(typeof element === 'string' ? element : JSON.stringify(element), 200);
}

function sourceText(source: Source, container?: Container): string {
  if (source.kind === 'file' && container)
    return `${printable(source.path)} in ${container.engine} container ${printable(container.id)}`;
  if (source.kind === 'command') return oneLine(joinWords(source.argv), 300);
  return source.kind === 'listing' ? `names in ${printable(source.path)}` : printable(source.path);
}

function limited(lines: readonly string[]): string[] {
  if (lines.length <= most) return [...lines];
  const indent = /^ */.exec(lines[0] ?? '')?.[0] ?? '';
  return [...lines.slice(0, most), `${indent}and ${lines.length - most} more; --json lists all`];
}

/** A provider that was evaluated, and its result. */
interface AskedProvider {
  readonly name: string;
  /** `value`, or why there is no value. */
  readonly kind: TracedProvider['kind'];
  readonly value?: unknown;
  readonly reason?: string;
}

/** Everything a spec depends on, link by link, with its result on a host. */
interface Chain {
  readonly written: string;
  readonly domain: string;
  /** Where the spec comes from, if it says so. */
  readonly origin?: string;
  readonly when?: string;
  readonly conditions: readonly TracedCondition[];
  readonly providers: readonly AskedProvider[];
  readonly effects: Effects;
  readonly sources: DescribedSpec['sources'];
  readonly first?: boolean;
  readonly gap?: DescribedSpec['gap'];
}

/** Evaluates on a host everything that a spec depends on. Hides values that are secrets. */
export async function chainOf(
  name: string,
  catalog: Catalog,
  options: PlanOptions & Pick<PlanContext, 'denials'>,
): Promise<Chain> {
  const { plan, traceSpec } = await import('@hostspec/engine');
  const alone = catalog.pick(name) as unknown as Catalog;
  const planned = await plan(alone, options);
  const { conditions, providers, described } = await traceSpec(planned, name, { ...options, catalog: alone });
  const spec = planned.specs[0]?.spec as Spec;
  const isSecret = specsWithin(spec).some(({ secret }) => secret !== undefined);
  return defined({
    written: writtenForm(name, spec),
    domain: described.domain,
    origin: spec.origin,
    when: spec.when && writtenCondition(spec.when),
    conditions,
    providers: providers.map((provider) => shown(provider, isSecret)),
    effects: spec.effects ?? {},
    sources: described.sources,
    first: described.first,
    gap: described.gap,
  });
}

function shown(provider: TracedProvider, isSecret: boolean): AskedProvider {
  if (provider.kind !== 'value') return provider;
  const { name, kind, value } = provider;
  return isSecret ? { name, kind, reason: 'a secret, not shown' } : { name, kind, value };
}
