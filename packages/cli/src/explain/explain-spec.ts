import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Archive, ArchiveOutcome } from '@hostspec/archive';
import { defined } from '@hostspec/host-kit';
import { maskedData, openRedaction, readDenials } from '@hostspec/policy';
import { isHostspecError } from '@hostspec/spec';
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
import { refuseWith, usageError } from '../usage-error.js';
import { type Chain, chainOf } from './chain.js';
import { chainText, outcomeText } from './explain-text.js';
import type { options } from './options.js';

type ExplainValues = Values<typeof options>;

/** The facts about a spec: on a host, and in an archive. */
export interface Explanation {
  readonly name: string;
  /** Its outcome in the archive. */
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
