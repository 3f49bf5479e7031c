import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Archive,
  type ArchiveFile,
  type ArchiveItem,
  type ArchiveOutcome,
  alteration,
  outcomesCommand,
} from '@hostspec/archive';
import { bytesText, counted } from '@hostspec/host-kit';
import { type ArchiveKind, checkSelection, nameMatcher, outcomeStatuses } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { type Style, styleOf } from '../style.js';
import { oneLine, printable } from '../text.js';
import { severalArchives } from '../unknown-command.js';
import { usageError } from '../usage-error.js';
import { columns, fitted, widthFor } from '../width.js';
import type { options } from './options.js';
import { checkOutcomes, withArchive } from './with-archive.js';

type ReadValues = Values<typeof options>;

/** Prints the outcome of each spec in an archive. */
export async function listArchive(path: string, values: ReadValues, io: Io): Promise<number> {
  return withArchive(path, io, async (archive) => {
    if (values.only || values.status) checkOutcomes(archive);
    checkSelection('--only', values.only, [...archive.outcomes.keys()], 'the archive', outcomesCommand);
    const outcomes = [...archive.outcomes.values()].filter((outcome) => isWanted(outcome, values));
    if (values.json) io.out.write(`${JSON.stringify(listData(archive, outcomes), undefined, 2)}\n`);
    else io.out.write(listText(archive, outcomes, styleOf(io.out, io), widthFor(io.out)));
    return exitStatus.done;
  });
}

function isWanted({ name, status }: ArchiveOutcome, values: ReadValues): boolean {
  if (values.status && !values.status.includes(status)) return false;
  return values.only === undefined || values.only.some((pattern) => nameMatcher(pattern)(name));
}

function listData({ path, kind, manifest, skipped }: Archive, outcomes: readonly ArchiveOutcome[]): object {
  const { outcomes: _, ...head } = manifest ?? { outcomes: [] };
  return { archive: path, ...head, kind, outcomes, skipped };
}

function listText(
  archive: Archive,
  outcomes: readonly ArchiveOutcome[],
  style: Style,
  width: number,
): string {
  const fit = (line: string): string => fitted(line, width);
  const lines: string[] = [];
  if (archive.outcomes.size === 0) lines.push('', ...fileLines(archive.files));
  else if (outcomes.length === 0) lines.push('', 'no spec of the archive matches');
  else lines.push('', ...outcomeLines(outcomes), '', countsText(outcomes));
  for (const { path, reason } of archive.skipped.slice(0, mostSkipped))
    lines.push(`ignored: ${printable(path)}: ${printable(reason)}`);
  if (archive.skipped.length > mostSkipped)
    lines.push(`and ${archive.skipped.length - mostSkipped} more ignored`);
  return `${[style.bold(fit(headText(archive))), ...lines.map(fit)].join('\n')}\n`;
}

const mostSkipped = 20;

const kindWords: Readonly<Record<ArchiveKind, string>> = {
  hostspec: 'archive of hostspec',
  insights: 'archive of insights-core',
  'insights-host': 'archive of insights-core without metadata',
  sos: 'sos report',
  tree: 'files of a host',
};

function headText({ kind, manifest }: Archive): string {
  if (!manifest) return kindWords[kind];
  const { hostname, tool, started, interrupted } = manifest;
  const time = new Date(started)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
  const early = interrupted === undefined ? '' : `; ended early: ${interrupted}`;
  return printable(`${hostname}, ${time}, by ${tool}${early}`);
}

function outcomeLines(outcomes: readonly ArchiveOutcome[]): string[] {
  return columns(
    outcomes.map(({ name, status, items, reason }) => {
      const bytes = items.reduce((sum, item) => sum + (item.bytes ?? 0), 0);
      const size = items.length === 0 ? '' : `${counted(items.length, 'item')}, ${bytesText(bytes)}`;
      return [printable(name), printable(status), size, oneLine(reason ?? '', 300)];
    }),
  );
}

function fileLines(files: ReadonlyMap<string, ArchiveFile>): string[] {
  return columns(
    [...files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { bytes }]) => [bytesText(bytes), printable(path)]),
  );
}

function countsText(outcomes: readonly ArchiveOutcome[]): string {
  const counts = outcomeStatuses
    .map((status) => [outcomes.filter((outcome) => outcome.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`);
  return `${counted(outcomes.length, 'spec')}: ${counts.join(', ')}`;
}

/** Prints the content of a spec; fails with the reason if it has none. */
export async function printSpec(path: string, name: string, values: ReadValues, io: Io): Promise<number> {
  for (const option of ['only', 'status'] as const)
    if (values[option] !== undefined)
      throw usageError(
        `--${option} is not allowed with a spec, ${JSON.stringify(name)}; it selects what a list has`,
        `--${option}`,
        values[option],
      );
  if (existsSync(resolve(io.cwd, name)) && !existsSync(resolve(io.cwd, path)))
    throw usageError(
      `${name} is a file, and ${path} is not there; the archive comes first: hostspec read ARCHIVE SPEC`,
      'ARCHIVE',
      path,
    );
  return withArchive(path, io, async (archive) => {
    checkOutcomes(archive);
    if (!archive.outcomes.has(name) && existsSync(resolve(io.cwd, name)))
      throw usageError(
        `${JSON.stringify(name)} is not a spec but a file; to read several archives, ${severalArchives}`,
        'SPEC',
        name,
      );
    const items = archive.items(name);
    const outcome = archive.outcomes.get(name);
    if (values.json) {
      io.out.write(`${JSON.stringify(outcome, undefined, 2)}\n`);
      return exitStatus.done;
    }
    let altered = false;
    for (const item of items) altered = (await printItem(item, items.length > 1, io)) || altered;
    if (items.length > 0) return altered ? exitStatus.failure : exitStatus.done;
    io.err.write(
      `hostspec: ${name} has no content: ${printable(`${outcome?.status}: ${outcome?.reason ?? ''}`)}\n`,
    );
    return exitStatus.failure;
  });
}

/** Prints the content of an item. If it does not match the manifest, reports that and returns true. */
async function printItem(item: ArchiveItem, withPath: boolean, { out, err }: Io): Promise<boolean> {
  if (withPath) out.write(`==> ${printable(item.record.path)} <==\n`);
  const hash = createHash('sha256');
  let last: number | undefined;
  for await (const piece of item.stream()) {
    out.write(piece);
    hash.update(piece);
    last = piece.at(-1) ?? last;
  }
  // Writes text after content, even if empty: on a terminal, an incomplete character may still be pending.
  out.write(!withPath ? '' : last === newline ? '\n' : '\n\n');
  const problem = alteration(item, hash.digest('hex'));
  if (problem !== undefined) err.write(`hostspec: data/${printable(item.record.path)} ${problem}\n`);
  return problem !== undefined;
}

const newline = 10;
