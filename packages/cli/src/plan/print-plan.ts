import { join } from 'node:path';
import { type Figures, figuresOf } from '@hostspec/archive';
import type { DescribedSource, DescribedSpec, Profile } from '@hostspec/engine';
import { readRegularText, useNamed } from '@hostspec/files/trust';
import { bytesText, counted, defined, isForOthers } from '@hostspec/host-kit';
import { maskedData } from '@hostspec/policy';
import { joinWords } from '@hostspec/spec';
import { loadConfigured } from '../catalogs/catalog.js';
import { installedPackage, linuxPackage } from '../catalogs/installed.js';
import { warnOfUnknownDenials } from '../catalogs/unknown-denials.js';
import { openChosenPolicy } from '../chosen-policy.js';
import { exitStatus } from '../exit-status.js';
import { openHost } from '../hosts/host.js';
import { accessText } from '../hosts/runner.js';
import { whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withProfiles } from '../profiles/with-profiles.js';
import { withArchive } from '../read/with-archive.js';
import { logOptionsOf, planOptions } from '../runs/planning.js';
import { endOnSignal } from '../runs/signals.js';
import { withSettings } from '../settings/option-settings.js';
import { type Style, styleOf } from '../style.js';
import { oneLine, printable, secondsText } from '../text.js';
import { usageError } from '../usage-error.js';
import { columns, fitted, padded, widthFor, widthOf } from '../width.js';
import type { options } from './options.js';

// What a command or a file of the kernel gives and takes of which nothing is known.
const usual = { bytes: 500, seconds: 0.01 };
const mostLargest = 3;
const maxBytes = 1024 * 1024;

/** Prints what would be collected on this host. */
export async function printPlan(given: Values<typeof options>, io: Io): Promise<number> {
  const { plan, describePlan } = await import('@hostspec/engine');
  const values = await withSettings(await withProfiles(given, io), io);
  const loaded = await loadConfigured(values, io);
  const logs = await logOptionsOf(values);
  const figures = await readFigures(values['estimate-from'], values.packages, io);
  const hostless = await planOptions(loaded, values, io);
  const policy = await openChosenPolicy(values, io);
  await warnOfUnknownDenials(policy.denied, loaded.catalog, values, io);
  const opened = await openHost(values, {}, io);
  const { host, access } = opened;
  const ended = endOnSignal((reason) => host.stop(reason), io);
  try {
    const { denied, redaction } = await policy.on(opened);
    const options = {
      ...hostless,
      host,
      ...defined({ denials: denied?.denials }),
    };
    const planned = await plan(loaded.catalog, options);
    const plain = await describePlan(planned, { ...options, ...logs, catalog: loaded.catalog });
    const described = maskedData(plain, redaction);
    const estimate = estimateOf(described, figures, values['estimate-from'] !== undefined);
    if (values.json)
      io.out.write(`${JSON.stringify({ ...planned, access, described, estimate }, undefined, 2)}\n`);
    else {
      const text = planText(
        described,
        (host.user?.()?.uid ?? process.getuid?.()) === 0,
        styleOf(io.out, io),
        widthFor(io.out),
      );
      const { profiles = [] } = planned.restrictions;
      io.out.write(
        `${accessText(access)}\n${profiles.map(profileText).join('')}\n${text}${estimateText(estimate)}`,
      );
    }
    return exitStatus.done;
  } finally {
    ended();
    await host.stop('the plan is complete');
  }
}

function profileText({ name, doc, window, limits = {} }: Profile): string {
  const facts = [
    ...(window === undefined ? [] : [`logs of the last ${window}`]),
    ...Object.entries(limits).map(([limit, value]) => `${limit} ${value}`),
  ];
  const about = doc === undefined ? '' : `: ${doc}`;
  return `${printable(`profile ${name}${about}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`)}\n`;
}

function planText(specs: readonly DescribedSpec[], isRoot: boolean, style: Style, width: number): string {
  const runs = specs.filter(({ sources }) => sources.some(({ gap }) => gap === undefined));
  const deselected = specs.filter((spec) => spec.deselected);
  const forOthers = specs.filter(({ gap }) => isForOthers(gap?.reason));
  const left = [...runs, ...deselected, ...forOthers];
  const rest = specs.filter((spec) => !left.includes(spec));
  const nameWidth = Math.min(40, Math.max(0, ...[...runs, ...rest].map(({ name }) => widthOf(name))));
  const fit = (line: string): string => fitted(line, width);
  const collected = runs.flatMap((spec) =>
    spec.sources
      .filter(({ gap }) => gap === undefined)
      .map((source, index) => {
        const otherwise = spec.first && index > 0 ? 'or ' : '';
        const name = padded(index === 0 ? spec.name : '', nameWidth);
        return fit(`  ${name}  ${otherwise}${sourceText(source)}${effectsText(spec, source, isRoot)}`);
      }),
  );
  const gaps = columns(
    rest.map((spec) => {
      const { status, reason } = gapOf(spec);
      return [`  ${padded(spec.name, nameWidth)}`, status, oneLine(reason, 160)];
    }),
  ).map(fit);
  const parts: string[] = [];
  if (runs.length > 0) parts.push([style.bold('would be collected'), ...collected].join('\n'));
  if (rest.length > 0) parts.push([style.bold('would not be collected'), ...gaps].join('\n'));
  const others = [
    ...(forOthers.length > 0 ? [`${forOthers.length} for other distributions`] : []),
    ...(deselected.length > 0 ? [`${deselected.length} deselected`] : []),
  ];
  parts.push(
    `${runs.length} of ${counted(specs.length, 'spec')} would be collected, from ${counted(collected.length, 'file or command', 'files and commands')}${others.map((each) => `; ${each}`).join('')}`,
  );
  return `${parts.join('\n\n')}\n`;
}

function sourceText({ source, container, program }: DescribedSource): string {
  if (source.kind === 'file' && container)
    return `${printable(source.path)} in ${container.engine} container ${printable(container.id)}`;
  if (source.kind === 'command')
    return printable(`${joinWords(source.argv)}${program === undefined ? '' : `  (runs ${program})`}`);
  return source.kind === 'listing' ? `names in ${printable(source.path)}` : printable(source.path);
}

/** The effects that the user should know before collecting. Leaves out "needs root" for root. */
function effectsText(
  spec: DescribedSpec,
  { source, effects = spec.effects ?? {} }: DescribedSource,
  isRoot: boolean,
): string {
  const changing = effects.changesState?.arguments;
  const changes =
    !changing || (source.kind === 'command' && source.argv.some((word) => changing.includes(word)));
  const words = [
    ...(effects.network ? ['needs the network'] : []),
    ...(effects.changesState && changes ? ['changes the host'] : []),
    ...(effects.loadsModules ? ['may load kernel modules'] : []),
    ...(effects.needsRoot && !isRoot ? ['needs root'] : []),
  ];
  return words.length > 0 ? `  (${words.join(', ')})` : '';
}

/** Why a spec would not be collected: its own reason, or the reason of its first source. */
function gapOf({ gap, sources }: DescribedSpec): { readonly status: string; readonly reason: string } {
  const own = gap ?? sources[0]?.gap ?? { status: 'absent', reason: 'nothing to collect' };
  return sources.length > 1 ? { ...own, reason: `${own.reason} (and ${sources.length - 1} more)` } : own;
}

/** What a run would give and take. */
export interface Estimate {
  /** Bytes of content, before it is packed. */
  readonly bytes: number;
  readonly seconds: number;
  /** The specs that give most of it, the largest first. */
  readonly largest: readonly { readonly name: string; readonly bytes: number }[];
}

type AllFigures = Readonly<Record<string, Figures>>;

/**
 * What specs gave and took in the archive that an option names, or else in the runs that hostspec was measured with.
 *
 * @throws UsageError if hostspec did not make the archive.
 */
async function readFigures(
  archive: string | undefined,
  packages: string | undefined,
  io: Io,
): Promise<AllFigures> {
  if (archive !== undefined)
    return withArchive(archive, io, async ({ manifest }) => {
      if (manifest) return figuresOf(manifest);
      throw usageError(
        `--estimate-from ${archive} does not say how long its run took; allowed: an archive that hostspec made of a host`,
        '--estimate-from',
        archive,
      );
    });
  const found = installedPackage(linuxPackage, packages, io);
  if (!found) return {};
  const path = join(found.path, 'estimates.json');
  return JSON.parse(useNamed(path, '--packages', whyNotRun, () => readRegularText(path, maxBytes)));
}

/**
 * Estimates a run from what is known of its files, and from what specs gave and took before. If that was on this host, it tells how much of
 * a log is in its window.
 */
export function estimateOf(
  described: readonly DescribedSpec[],
  figures: AllFigures,
  ofThisHost = false,
): Estimate {
  const all = described.flatMap(({ name, sources, first }) => {
    const there = sources.filter(({ gap }) => gap === undefined).slice(0, first ? 1 : undefined);
    if (there.length === 0) return [];
    const before = Object.hasOwn(figures, name) ? figures[name] : undefined;
    const sizes = there.map(({ bytes }) => bytes);
    const unknown = sizes.filter((bytes) => bytes === undefined).length;
    const known = sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0);
    const [guessed, seconds] = before ?? [unknown * usual.bytes, unknown * usual.seconds];
    const isWindowed = ofThisHost && before !== undefined && there.some(({ windowed }) => windowed);
    const bytes = unknown > 0 ? Math.max(known, guessed) : isWindowed ? Math.min(known, guessed) : known;
    return [{ name, bytes, seconds }];
  });
  const sum = (key: 'bytes' | 'seconds'): number => all.reduce((total, each) => total + each[key], 0);
  const largest = all.toSorted((one, other) => other.bytes - one.bytes).slice(0, mostLargest);
  return {
    bytes: sum('bytes'),
    seconds: Math.round(sum('seconds') * 100) / 100,
    largest: largest.map(({ name, bytes }) => ({ name, bytes })),
  };
}

/** An estimate in one line. */
function estimateText({ bytes, seconds, largest }: Estimate): string {
  const names = largest.map((each) => `${printable(each.name)} ${bytesText(each.bytes)}`).join(', ');
  return `about ${bytesText(bytes)} of content, ${seconds < 1 ? 'less than 1 s' : secondsText(seconds)}${names === '' ? '' : `; largest: ${names}`}\n`;
}
