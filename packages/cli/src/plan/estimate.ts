import { join } from 'node:path';
import { type Figures, figuresOf } from '@hostspec/archive';
import type { DescribedSpec } from '@hostspec/engine';
import { readRegularText, useNamed } from '@hostspec/files/trust';
import { bytesText } from '@hostspec/host-kit';
import { installedPackage, linuxPackage } from '../catalogs/installed.js';
import { whyNotRun } from '../installation.js';
import type { Io } from '../io.js';
import { withArchive } from '../read/with-archive.js';
import { printable, secondsText } from '../text.js';
import { usageError } from '../usage-error.js';

/** What a run would give and take. */
export interface Estimate {
  /** Bytes of content, before it is packed. */
  readonly bytes: number;
  readonly seconds: number;
  /** The specs that give most of it, the largest first. */
  readonly largest: readonly { readonly name: string; readonly bytes: number }[];
}

type AllFigures = Readonly<Record<string, Figures>>;

// What a command or a file of the kernel gives and takes of which nothing is known.
const usual = { bytes: 500, seconds: 0.01 };
const mostLargest = 3;
const maxBytes = 1024 * 1024;

/**
 * What specs gave and took in the archive that an option names, or else in the runs that hostspec was measured with.
 *
 * @throws UsageError if hostspec did not make the archive.
 */
export async function readFigures(
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

/** Estimates a run from what is known of its files, and from what specs gave and took before. */
export function estimateOf(described: readonly DescribedSpec[], figures: AllFigures): Estimate {
  const all = described.flatMap(({ name, sources, first }) => {
    const there = sources.filter(({ gap }) => gap === undefined).slice(0, first ? 1 : undefined);
    if (there.length === 0) return [];
    const before = Object.hasOwn(figures, name) ? figures[name] : undefined;
    const sizes = there.map(({ bytes }) => bytes);
    const unknown = sizes.filter((bytes) => bytes === undefined).length;
    const known = sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0);
    const [guessed, seconds] = before ?? [unknown * usual.bytes, unknown * usual.seconds];
    return [{ name, bytes: unknown === 0 ? known : Math.max(known, guessed), seconds }];
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
export function estimateText({ bytes, seconds, largest }: Estimate): string {
  const names = largest.map((each) => `${printable(each.name)} ${bytesText(each.bytes)}`).join(', ');
  return `about ${bytesText(bytes)} of content, ${seconds < 1 ? 'less than 1 s' : secondsText(seconds)}${names === '' ? '' : `; largest: ${names}`}\n`;
}
