import {
  type Archive,
  type ArchiveItem,
  defaultLimits,
  type Manifest,
  openArchive,
  problemsOf,
  sha256Of,
} from '@hostspec/archive';
import { isDeselected } from '@hostspec/host-kit';
import { keyValuesOf } from '@hostspec/parse/facts';
import { archiveFacts, lackingOf } from '@hostspec/report';
import { HostspecError, type Outcome } from '@hostspec/spec';
import { cloneFinding, type HostIds, hostOf } from './clones.js';
import { dayLength } from './fleet-state.js';
import { idOf, itemFacts, type StableContent, stableContent } from './item-facts.js';
import {
  type FreshContents,
  type KnownContents,
  type KnownItem,
  newKnownContents,
} from './known-contents.js';
import type { Row, TableName } from './tables.js';

/** One run as rows of tables. */
export interface Run {
  readonly id: string;
  /** Milliseconds since the epoch, at the beginning of its day. */
  readonly day: number;
  /** Rows by table. Only those of `runs` have the columns in `runColumns`. */
  readonly rows: ReadonlyMap<TableName, readonly Row[]>;
  /** The facts of its contents. */
  readonly said: readonly Said[];
  /** Characters of content in the rows. */
  readonly text: number;
  /** Contents that no earlier run has. Later runs know them once this run is added. */
  readonly fresh: FreshContents;
}

/** The rows that one content gives for a table, without the columns that they share. */
export interface Said {
  readonly table: TableName;
  /** The id of the content, or of its facts. */
  readonly id: string;
  readonly spec: string;
  readonly day: number;
  readonly rows: readonly Row[];
}

/** Largest item whose content is kept. Of larger items, only the hash is kept. */
const longestText = 16 * 1024 * 1024;

/** Most characters of content kept as text in one run. Of the rest, only hashes are kept. */
const mostText = 256 * 1024 * 1024;

/** The most rows of facts and named values of a run. */
const mostFacts = 500_000;

const limits = { ...defaultLimits, members: 100_000, bytes: 2 * 1024 ** 3, ratioFrom: 256 * 1024 ** 2 };

/**
 * Reads an archive of hostspec and checks it. `now` is the time of adding, in milliseconds. Contents in `known` give no rows.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it cannot be read, was changed, or is not by hostspec.
 */
export async function readRun(
  path: string,
  ids: HostIds,
  now: number,
  known = newKnownContents(),
): Promise<Run> {
  const archive = await openArchive(path, { limits });
  try {
    const [problem] = await problemsOf(archive);
    const { manifest } = archive;
    if (problem !== undefined || !manifest)
      throw new HostspecError('INVALID_ARCHIVE', `${path} is refused: ${problem}`, { subject: path });
    return await runOf(archive, manifest, { ids, now, known });
  } finally {
    await archive.close();
  }
}

interface Adding {
  readonly ids: HostIds;
  readonly now: number;
  readonly known: KnownContents;
}

/** Reads the run of an archive that was checked. */
export async function runOf(
  archive: Archive,
  manifest: Manifest,
  { ids, now, known: before }: Adding,
): Promise<Run> {
  const rows = newRows(before, manifest.maskKey === undefined);
  const file = archive.own.get('manifest.json');
  const id = file ? await sha256Of(file.stream()) : '';
  const name = manifest.target ?? manifest.hostname;
  const { id: host_id, isClone } = hostOf(ids, name, manifest.machineId);
  const { day, finding } = dayOf(manifest.started, now);
  const isWhole = manifest.interrupted === undefined;
  const turn = (day / dayLength) * 2 * dayLength + (isWhole ? dayLength : 0) + timeOfDay(manifest.started);
  // Specs that a run was not asked for, or did not reach, are unknown, not removed.
  const known = manifest.outcomes.filter(
    ({ status, reason }) => !isDeselected(reason) && (isWhole || status !== 'skipped'),
  );
  for (const outcome of known) {
    const { name: spec, status, reason } = outcome;
    const content_id = await addItems(rows, archive, outcome, day);
    const incomplete = lackingOf(archive, spec);
    const key = [spec, status, reason, incomplete, content_id].join('\0');
    let row = before.outcomes.get(key);
    if (!row) {
      row = { spec, status, reason, incomplete, content_id };
      before.outcomes.set(key, row);
    }
    rows.add('outcomes', row);
  }
  const about = await archiveFacts(archive).host();
  rows.add('runs', {
    ...{ run_id: id, host_id, name, hostname: manifest.hostname, machine_id: manifest.machineId },
    ...{ boot_id: manifest.bootId, booted: rows.booted(), started: boundedTime(manifest.started), day, turn },
    ...{ tool: manifest.tool, interrupted: manifest.interrupted, mapped: manifest.mapped?.kinds.join(', ') },
    finding: finding ?? (isClone ? cloneFinding : undefined),
    container: 'container' in about ? about.container : undefined,
    specs: known
      .map((each) => each.name)
      .sort()
      .join(','),
    collected: known.filter(({ status }) => status === 'collected').length,
    missing: known.filter(({ status }) => status !== 'collected').length,
  });
  return { id, day, rows: rows.tables, said: rows.said, text: rows.text(), fresh: rows.fresh };
}

type RowsOfRun = ReturnType<typeof newRows>;

/** The rows of one run. Rows that several items share are there once. */
function newRows(known: KnownContents, hasOwnKey: boolean) {
  const tables = new Map<TableName, Row[]>();
  const fresh: FreshContents = { items: new Map(), ids: new Set() };
  let [text, facts] = [0, 0];
  let booted: number | undefined;
  const add = (table: TableName, row: Row): void => {
    const rows = tables.get(table);
    if (rows) rows.push(row);
    else tables.set(table, [row]);
  };
  const isNew = (id: string): boolean =>
    !known.ids.has(id) && !fresh.ids.has(id) && fresh.ids.add(id).has(id);
  const said: Said[] = [];
  const say = (all: Said): void => {
    const rows = all.rows.slice(0, Math.max(0, mostFacts - facts));
    facts += rows.length;
    if (rows.length > 0) said.push({ ...all, rows });
  };
  const knownItem = (spec: string, day: number, item: Item, content: StableContent): KnownItem => {
    const { path, source, bytes, sha256 } = item;
    const isCommand = source.kind === 'command';
    const found = itemFacts(spec, path, content, isCommand ? source.argv : undefined);
    const { id: stable_id, exact } = content;
    if (isNew(stable_id)) {
      text += content.text.length;
      add('contents', {
        ...{ stable_id, spec, first_day: day, sha256, bytes, exact: exact ? 1 : 0, text: content.text },
      });
      say({ table: 'facts_kv', id: stable_id, spec, day, rows: [...keyValuesOf(spec, content.text)] });
    }
    const { id: facts_id } = found;
    if (facts_id !== undefined && isNew(facts_id))
      for (const [table, rows] of found.rows) say({ table, id: facts_id, spec, day, rows });
    const boot = found.rows.get('host')?.find((row) => typeof row.boot_time === 'number');
    const said = isCommand ? source.argv.join(' ') : source.path;
    return {
      row: { path, source: said, bytes, sha256, stable_id, facts_id },
      measures: found.measures.map((measure) => ({ spec, ...measure })),
      booted: boot && boundedTime(Number(boot.boot_time)),
    };
  };
  return {
    tables,
    said,
    fresh,
    add,
    booted: () => booted,
    text: () => text,
    /** Adds the items of a content. */
    items(spec: string, day: number, id: string, rows: readonly Row[]): void {
      if (isNew(id)) said.push({ table: 'items', id, spec, day, rows });
    },
    /** Adds the rows of what an item has, which is read if it is not known. Returns the row of the item. */
    async item(spec: string, day: number, item: Item, file: ArchiveItem): Promise<Row> {
      const { path, source, sha256 } = item;
      const from = source.kind === 'command' ? source.argv : [source.path];
      const key = [spec, path, sha256, source.kind, ...from].join('\0');
      let found = known.items.get(key) ?? fresh.items.get(key);
      if (!found) {
        const isKept = file.bytes <= longestText && text + file.bytes <= mostText;
        const content = isKept
          ? stableContent(spec, path, await file.read(), hasOwnKey && item.masked !== undefined)
          : { id: idOf(spec, sha256), text: '', exact: false, whole: '' };
        found = knownItem(spec, day, item, content);
        fresh.items.set(key, found);
      }
      for (const measure of found.measures) if (facts++ < mostFacts) add('measures', measure);
      booted ??= found.booted;
      return found.row;
    },
  };
}

type Item = Outcome['items'][number];

/** Adds the items of a spec with their content. Returns an id that is equal for equal items; undefined without items. */
async function addItems(
  rows: RowsOfRun,
  archive: Archive,
  { name: spec, items }: Outcome,
  day: number,
): Promise<string | undefined> {
  if (items.length === 0) return undefined;
  const own: Row[] = [];
  for (const [index, file] of archive.items(spec).entries()) {
    const item = items[index];
    if (item) own.push(await rows.item(spec, day, item, file));
  }
  const words = own.map(({ path, source, stable_id, facts_id }) => [path, source, stable_id, facts_id ?? '']);
  const id = idOf(spec, ...words.flat().map(String));
  rows.items(spec, day, id, own);
  return id;
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
