import type { Archive } from '@hostspec/archive';
import { defined, isDeselected } from '@hostspec/host-kit';
import type { ArchiveDiff, SpecDiff } from './archive-diff.js';
import { type DiffDepth, type DiffNotes, diffSpec } from './diff-spec.js';
import { newDiffWork } from './line-diff.js';

const hostnameFiles = ['insights_commands/hostname', 'insights_commands/hostname_-f', 'etc/hostname'];
const longest = 4096;

/** What is compared, and how much of it. */
export interface ComparisonOptions extends Partial<Pick<DiffDepth, 'lines' | 'all'>> {
  /** Whether a spec is compared. Default: every spec. */
  isWanted?(spec: string): boolean;
}

/** Compares two open archives spec by spec. By default, finds the lines that differ and leaves out what changes by itself. */
export async function compareArchives(
  from: Archive,
  to: Archive,
  { isWanted = () => true, lines = true, all = false }: ComparisonOptions = {},
): Promise<ArchiveDiff> {
  const [before, after] = [from, to].map((archive) => new Set(askedFor(archive).filter(isWanted))) as [
    Set<string>,
    Set<string>,
  ];
  const both = [...before].filter((name) => after.has(name));
  const specs: SpecDiff[] = [];
  const leftOut: string[] = [];
  const notes: DiffNotes = { altered: [], masksLeftOut: false };
  const comparesMasks = ![from, to].every(hasMasks) || haveOneKey(from, to);
  const work = newDiffWork();
  for (const name of both) {
    const spec = await diffSpec(name, from, to, { lines, all, comparesMasks, work }, notes);
    if (spec?.noise !== undefined) leftOut.push(name);
    else if (spec)
      specs.push({ ...spec, items: spec.items.filter((item) => !item.noise || item.change !== 'changed') });
  }
  const noiseLines = specs.flatMap(({ items }) => items.map((item) => item.noiseLines ?? 0));
  return {
    before: from.path,
    after: to.path,
    compared: both.length,
    differentHosts: hostDifferences(await hostOf(from), await hostOf(to)),
    specs,
    leftOut: { specs: leftOut, lines: noiseLines.reduce((sum, lines) => sum + lines, 0) },
    comparesMasks: !notes.masksLeftOut,
    onlyBefore: [...before].filter((name) => !after.has(name)),
    onlyAfter: [...after].filter((name) => !before.has(name)),
    altered: notes.altered,
  };
}

/** The specs that a run was asked for. */
function askedFor({ outcomes }: Archive): string[] {
  return [...outcomes.values()].flatMap(({ name, reason }) => (isDeselected(reason) ? [] : name));
}

/** True if a secret was masked; names that were mapped are counted by kind. */
function hasMasks({ outcomes, manifest }: Archive): boolean {
  const kinds = new Set<string>(manifest?.mapped?.kinds);
  for (const { items } of outcomes.values())
    for (const { masked } of items) for (const rule in masked) if (!kinds.has(rule)) return true;
  return false;
}

function haveOneKey({ manifest: one }: Archive, { manifest: other }: Archive): boolean {
  return one?.maskKey !== undefined && one.maskKey === other?.maskKey;
}

/** Whose archive it is. */
interface HostIdentity {
  readonly hostname?: string;
  readonly machineId?: string;
}

/** Whose archive it is, if the archive says so. */
async function hostOf(archive: Archive): Promise<HostIdentity> {
  const hostname = archive.manifest?.hostname ?? (await lineOf(archive, hostnameFiles));
  const machineId = await lineOf(archive, ['etc/machine-id']);
  return defined({ hostname, machineId });
}

/** The ways in which two archives are of different hosts, as sentences. */
function hostDifferences(before: HostIdentity, after: HostIdentity): string[] {
  const found: string[] = [];
  if (
    before.hostname !== undefined &&
    after.hostname !== undefined &&
    !isSame(before.hostname, after.hostname)
  )
    found.push(`the host names are ${before.hostname} and ${after.hostname}`);
  if (before.machineId !== undefined && after.machineId !== undefined && before.machineId !== after.machineId)
    found.push(`the machine ids are ${before.machineId} and ${after.machineId}`);
  return found;
}

async function lineOf(archive: Archive, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const file = archive.find(path);
    if (!file || file.bytes > longest) continue;
    const line = new TextDecoder().decode(await file.read()).trim();
    if (line !== '') return line;
  }
  return undefined;
}

/** A name with its domain and the same name without it are of one host. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
