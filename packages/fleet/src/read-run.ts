import {
  type Archive,
  defaultLimits,
  type Manifest,
  openArchive,
  problemsOf,
  sha256Of,
} from '@hostspec/archive';
import { keyValuesOf } from '@hostspec/parse/facts';
import { HostspecError, type Outcome } from '@hostspec/spec';
import { cloneFinding, type HostIds, hostOf } from './host-id.js';
import { type ItemFacts, itemFacts } from './item-facts.js';
import { idOf, type StableContent, stableContent } from './stable-content.js';
import type { Row, TableName } from './tables.js';

/** One run, as the tables have it. */
export interface Run {
  readonly id: string;
  /** Milliseconds since the epoch, at the beginning of its day. */
  readonly day: number;
  readonly rows: ReadonlyMap<TableName, readonly Row[]>;
  /** About how much memory the rows take, in characters. */
  readonly size: number;
}

const dayLength = 86_400_000;

/** The content of a larger item is known by its hash only. */
const longestText = 16 * 1024 * 1024;

/** All content of a run that is kept as text, in characters; what is beyond is known by its hash only. */
const mostText = 256 * 1024 * 1024;

/** The most rows of facts and named values of a run. */
const mostFacts = 500_000;

const limits = { ...defaultLimits, members: 100_000, bytes: 2 * 1024 ** 3, ratioFrom: 256 * 1024 ** 2 };

/**
 * Reads an archive of hostspec and checks it. `now` is the time of adding, in milliseconds.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it cannot be read, was changed, or is not by hostspec.
 */
export async function readRun(path: string, ids: HostIds, now: number): Promise<Run> {
  const archive = await openArchive(path, { limits });
  try {
    const [problem] = await problemsOf(archive);
    const { manifest } = archive;
    if (problem !== undefined || !manifest)
      throw new HostspecError('INVALID_ARCHIVE', `${path} is refused: ${problem}`, { subject: path });
    return await runOf(archive, manifest, ids, now);
  } finally {
    await archive.close();
  }
}

async function runOf(archive: Archive, manifest: Manifest, ids: HostIds, now: number): Promise<Run> {
  const file = archive.own.get('manifest.json');
  const id = file ? await sha256Of(file.stream()) : '';
  const name = manifest.target ?? manifest.hostname;
  const { id: host_id, isClone } = hostOf(ids, name, manifest.machineId);
  const { day, finding } = dayOf(manifest.started, now);
  const isWhole = manifest.interrupted === undefined;
  const turn = (day / dayLength) * 2 * dayLength + (isWhole ? dayLength : 0) + timeOfDay(manifest.started);
  const rows = newRows({ host_id, day, turn });
  // What an interrupted run did not come to is unknown, not removed.
  const known = manifest.outcomes.filter(({ status }) => isWhole || status !== 'skipped');
  for (const outcome of known) {
    const { name: spec, status, reason } = outcome;
    const own = await addItems(rows, archive, outcome);
    const content_id = own.length === 0 ? undefined : idOf(...own);
    rows.add('outcomes', { host_id, day, as_of: day, turn, spec, status, reason, content_id });
  }
  rows.add('runs', {
    ...{ run_id: id, host_id, name, hostname: manifest.hostname, machine_id: manifest.machineId },
    ...{ boot_id: manifest.bootId, booted: rows.booted(), started: boundedTime(manifest.started), day, turn },
    ...{ tool: manifest.tool, interrupted: manifest.interrupted },
    finding: finding ?? (isClone ? cloneFinding : undefined),
    specs: known
      .map((each) => each.name)
      .sort()
      .join(','),
    collected: known.filter(({ status }) => status === 'collected').length,
    missing: known.filter(({ status }) => status !== 'collected').length,
  });
  return { id, day, rows: rows.tables, size: rows.size() };
}

interface OfRun {
  readonly host_id: string;
  readonly day: number;
  readonly turn: number;
}

/** The rows of one run. What several items say in the same way is there once. */
function newRows(run: OfRun) {
  const { day } = run;
  const tables = new Map<TableName, Row[]>();
  const seen = new Set<string>();
  let [text, facts] = [0, 0];
  let booted: number | undefined;
  const add = (table: TableName, row: Row): void => {
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  };
  const isNew = (id: string): boolean => !seen.has(id) && seen.add(id).has(id);
  const addFact = (table: TableName, row: Row): void => {
    if (facts++ < mostFacts) add(table, row);
  };
  return {
    run,
    tables,
    add,
    booted: () => booted,
    size: () => text + facts * 100,
    /** Whether there is room for the text of another content. */
    takes: (bytes: number): boolean => bytes <= longestText && text + bytes <= mostText,
    content(
      spec: string,
      { bytes, sha256 }: Item,
      { id: stable_id, exact, ...content }: StableContent,
    ): void {
      if (!isNew(stable_id)) return;
      text += content.text.length;
      const shared = { stable_id, spec, first_day: day };
      add('contents', { ...shared, sha256, bytes, exact: exact ? 1 : 0, text: content.text });
      for (const row of keyValuesOf(spec, content.text)) addFact('facts_kv', { ...shared, ...row });
    },
    facts(spec: string, { id: facts_id, rows, measures }: ItemFacts): void {
      for (const measure of measures) addFact('measures', { ...run, spec, ...measure });
      if (facts_id === undefined || !isNew(facts_id)) return;
      for (const [table, row] of rows) {
        addFact(table, { facts_id, spec, first_day: day, ...row });
        if (table === 'host' && typeof row.boot_time === 'number') booted = boundedTime(row.boot_time);
      }
    },
  };
}

type Item = Outcome['items'][number];

/** Adds the items of a spec with their content. Returns words that are the same for the same content. */
async function addItems(
  rows: ReturnType<typeof newRows>,
  archive: Archive,
  { name: spec, items }: Outcome,
): Promise<string[]> {
  const own: string[] = [];
  if (items.length === 0) return own;
  for (const [index, file] of archive.items(spec).entries()) {
    const item = items[index];
    if (!item) continue;
    const { path, source, bytes, sha256 } = item;
    const content = rows.takes(file.bytes)
      ? stableContent(spec, await file.read())
      : { id: idOf(spec, sha256), text: '', exact: false, whole: '' };
    rows.content(spec, item, content);
    const facts = itemFacts(spec, content);
    rows.facts(spec, facts);
    const said = source.kind === 'command' ? source.argv.join(' ') : source.path;
    const ids = { stable_id: content.id, facts_id: facts.id };
    rows.add('items', { ...rows.run, spec, path, source: said, bytes, sha256, ...ids });
    own.push(path, content.id, facts.id ?? '');
  }
  return own;
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
