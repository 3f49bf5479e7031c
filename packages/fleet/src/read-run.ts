import { createHmac } from 'node:crypto';
import {
  type Archive,
  defaultLimits,
  type Manifest,
  openArchive,
  problemsOf,
  sha256Of,
} from '@hostspec/archive';
import { HostspecError, type Outcome } from '@hostspec/spec';
import { idOf, type StableContent, stableContent } from './stable-content.js';
import type { TableName } from './tables.js';

/** A value of a row: text, a number, or a day or time in milliseconds since the epoch. */
export type Value = string | number | undefined;

/** The rows of one run, by table. */
type RunRows = Readonly<Record<TableName, readonly Readonly<Record<string, Value>>[]>>;

/** One run, as the tables have it. */
export interface Run {
  readonly id: string;
  readonly host: string;
  /** Milliseconds since the epoch, at the beginning of its day. */
  readonly day: number;
  readonly turn: number;
  readonly rows: RunRows;
}

const dayLength = 86_400_000;

/** The content of a larger item is known by its hash only. */
const longestText = 16 * 1024 * 1024;

const limits = { ...defaultLimits, members: 100_000, bytes: 2 * 1024 ** 3, ratioFrom: 256 * 1024 ** 2 };

/**
 * Reads an archive of hostspec and checks it. `now` is the time of adding, in milliseconds.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it cannot be read, was changed, or is not by hostspec.
 */
export async function readRun(path: string, key: string, now: number): Promise<Run> {
  const archive = await openArchive(path, { limits });
  try {
    const [problem] = await problemsOf(archive);
    const { manifest } = archive;
    if (problem !== undefined || !manifest)
      throw new HostspecError('INVALID_ARCHIVE', `${path} is refused: ${problem}`, { subject: path });
    return await runOf(archive, manifest, key, now);
  } finally {
    await archive.close();
  }
}

async function runOf(archive: Archive, manifest: Manifest, key: string, now: number): Promise<Run> {
  const file = archive.own.get('manifest.json');
  const id = file ? await sha256Of(file.stream()) : '';
  const name = manifest.target ?? manifest.hostname;
  const host = createHmac('sha256', key)
    .update(manifest.machineId ?? `name ${name}`)
    .digest('hex')
    .slice(0, 32);
  const { day, finding } = dayOf(manifest.started, now);
  const isWhole = manifest.interrupted === undefined;
  const turn = (day / dayLength) * 2 * dayLength + (isWhole ? dayLength : 0) + timeOfDay(manifest.started);
  const outcomes: Record<string, Value>[] = [];
  const items: Record<string, Value>[] = [];
  const contents = new Map<string, Record<string, Value>>();
  // What an interrupted run did not come to is unknown, not removed.
  const known = manifest.outcomes.filter(({ status }) => isWhole || status !== 'skipped');
  for (const outcome of known) {
    const { name: spec, status, reason } = outcome;
    const own: string[] = [];
    for (const [item, content] of await contentsOf(archive, outcome)) {
      const { path, source, bytes, sha256 } = item;
      const said = source.kind === 'command' ? source.argv.join(' ') : source.path;
      items.push({
        host_id: host,
        day,
        turn,
        spec,
        path,
        source: said,
        bytes,
        sha256,
        stable_id: content.id,
      });
      own.push(path, content.id);
      const { id: stable_id, text, exact } = content;
      contents.set(stable_id, { stable_id, spec, first_day: day, sha256, bytes, exact: exact ? 1 : 0, text });
    }
    const content_id = own.length === 0 ? undefined : idOf(...own);
    outcomes.push({ host_id: host, day, as_of: day, turn, spec, status, reason, content_id });
  }
  const run = {
    ...{ run_id: id, host_id: host, name, hostname: manifest.hostname, machine_id: manifest.machineId },
    ...{ boot_id: manifest.bootId, started: boundedTime(manifest.started), day, turn, tool: manifest.tool },
    ...{ interrupted: manifest.interrupted, finding },
    specs: known
      .map((each) => each.name)
      .sort()
      .join(','),
    collected: known.filter(({ status }) => status === 'collected').length,
    missing: known.filter(({ status }) => status !== 'collected').length,
  };
  return { id, host, day, turn, rows: { runs: [run], outcomes, items, contents: [...contents.values()] } };
}

async function contentsOf(
  archive: Archive,
  { name, items }: Outcome,
): Promise<[Outcome['items'][number], StableContent][]> {
  if (items.length === 0) return [];
  const found: [Outcome['items'][number], StableContent][] = [];
  for (const [index, file] of archive.items(name).entries()) {
    const item = items[index];
    if (!item) continue;
    const content =
      file.bytes > longestText
        ? { id: idOf(name, item.sha256), text: '', exact: false }
        : stableContent(name, await file.read());
    found.push([item, content]);
  }
  return found;
}

const firstSane = Date.UTC(2000, 0, 1);

function dayOf(started: number, now: number): { readonly day: number; readonly finding?: string } {
  const isWrong = !(started >= firstSane && started <= now + 2 * dayLength);
  const time = isWrong ? now : started;
  const day = Math.floor(time / dayLength) * dayLength;
  return isWrong
    ? { day, finding: 'the clock of the host was wrong; filed under the day of adding' }
    : { day };
}

const lastTime = Date.UTC(9999, 11, 31);

function boundedTime(time: number): number {
  return Number.isFinite(time) ? Math.trunc(Math.max(0, Math.min(lastTime, time))) : 0;
}

function timeOfDay(time: number): number {
  return boundedTime(time) % dayLength;
}
