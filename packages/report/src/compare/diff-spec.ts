import { type Archive, type ArchiveItem, alteration, sha256Of } from '@hostspec/archive';
import { defined, everyMask, withoutMaskDigits } from '@hostspec/host-kit';
import { type NoiseRule, noiseRule } from '@hostspec/parse/noise';
import { isOfInsights } from '../summary/evidence.js';
import type { AlteredItem, ItemDiff, SpecDiff, SpecState } from './archive-diff.js';
import { type DiffWork, lineDiff } from './line-diff.js';

// Process ids, and the device numbers that the kernel gives to file systems without a device.
const id = /^(?:proc\/|sys\/class\/bdi\/0:)\d+(?=\/)/;

const newline = 10;

/** How much of the differences to find. */
export interface DiffDepth {
  /** The lines that differ. Otherwise only which items do. */
  readonly lines: boolean;
  /** What changes by itself counts like any other change. */
  readonly all: boolean;
  /** Another mask is another secret. Otherwise the masks may have different keys. */
  readonly comparesMasks: boolean;
  readonly work: DiffWork;
}

/** Findings beside the differences. */
export interface DiffNotes {
  /** Items that do not match the manifest of their archive. */
  readonly altered: AlteredItem[];
  /** True as soon as two masks differ and do not count as a difference. */
  masksLeftOut: boolean;
}

/** Compares the content of a spec that is in both archives; undefined if nothing differs. Adds to the notes. */
export async function diffSpec(
  name: string,
  from: Archive,
  to: Archive,
  depth: DiffDepth,
  notes: DiffNotes,
): Promise<SpecDiff | undefined> {
  const before = stateOf(name, from);
  const after = stateOf(name, to);
  const items = await diffItems(
    await itemsOf(name, from, isOfInsights(to), notes),
    await itemsOf(name, to, isOfInsights(from), notes),
    { depth, notes, ruleOf: (path) => (depth.all ? undefined : noiseRule(name, path)) },
  );
  const isSame = before.status === after.status;
  if (isSame && items.length === 0) return undefined;
  const isNoise = isSame && items.every(({ noise }) => noise);
  const noise = isNoise ? (noiseRule(name)?.why ?? otherKey.why) : undefined;
  return defined({ name, before, after, items, noise });
}

function stateOf(name: string, { outcomes }: Archive): SpecState {
  const { status = 'absent', reason } = outcomes.get(name) ?? {};
  return defined({ status, reason });
}

async function itemsOf(
  name: string,
  archive: Archive,
  isOtherOfInsights: boolean,
  { altered }: DiffNotes,
): Promise<Map<string, HashedItem>> {
  const items = new Map<string, HashedItem>();
  // insights-core drops the last line end.
  const cut = isOtherOfInsights && !isOfInsights(archive);
  for (const item of archive.items(name)) {
    if (items.has(item.record.path)) continue;
    const sha256 = await sha256Of(item.stream());
    const problem = alteration(item, sha256);
    if (problem !== undefined)
      altered.push({ archive: archive.path, spec: name, path: item.record.path, problem });
    const compared = cut ? await withoutLastLineEnd(item) : item;
    const hash = compared === item ? sha256 : await sha256Of(compared.stream());
    items.set(item.record.path, { ...compared, sha256: hash, whole: item.bytes });
  }
  return items;
}

/** An item as insights-core stores it: without its last line end. */
async function withoutLastLineEnd(item: ArchiveItem): Promise<ArchiveItem> {
  let last: number | undefined;
  for await (const piece of item.stream()) last = piece.at(-1) ?? last;
  if (last !== newline) return item;
  const bytes = item.bytes - 1;
  const { sha256: _, ...record } = item.record;
  return {
    record,
    bytes,
    read: async () => (await item.read()).subarray(0, bytes),
    async *stream() {
      let left = bytes;
      for await (const piece of item.stream()) {
        yield piece.subarray(0, left);
        left = Math.max(0, left - piece.length);
      }
    },
  };
}

async function diffItems(
  from: ReadonlyMap<string, HashedItem>,
  to: ReadonlyMap<string, HashedItem>,
  how: Comparison,
): Promise<ItemDiff[]> {
  const ofSpec = how.ruleOf();
  const noise = ofSpec && !ofSpec.keys ? ({ noise: true } as const) : {};
  const found: ItemDiff[] = [];
  for (const { path, before, after } of pairItems(from, to, how.depth.all)) {
    if (!before && after) found.push({ path, change: 'added', bytesAfter: after.whole, ...noise });
    else if (before && !after) found.push({ path, change: 'removed', bytesBefore: before.whole, ...noise });
    else if (before && after && before.sha256 !== after.sha256) {
      const sizes = { bytesBefore: before.whole, bytesAfter: after.whole };
      const areMasked = [before, after].every(({ record }) => record.masked !== undefined);
      const own = how.ruleOf(path);
      const rule = areMasked && !how.depth.all && !how.depth.comparesMasks ? maskedRule(how.notes, own) : own;
      found.push({
        path,
        change: 'changed',
        ...sizes,
        ...(await contentDiff(before, after, how.depth, rule)),
      });
    }
  }
  return found;
}

const otherKey: NoiseRule = { why: 'masks, which have another key', keys: (lines) => lines };

/** The rule for one item of two archives whose masks may have different keys. */
function maskedRule(notes: DiffNotes, rule = otherKey): NoiseRule {
  const { keys } = rule;
  if (keys === undefined) return rule;
  let before: string | undefined;
  return {
    ...rule,
    keys(lines) {
      const masks = lines
        .flatMap((line) => line.match(everyMask) ?? [])
        .sort()
        .join();
      before ??= masks;
      if (masks !== before) notes.masksLeftOut = true;
      return keys(lines.map(withoutMaskDigits));
    },
  };
}

/** How two items are compared. */
interface Comparison {
  readonly depth: DiffDepth;
  readonly notes: DiffNotes;
  /** The rule of the spec, or of its content with a path. */
  readonly ruleOf: (path?: string) => NoiseRule | undefined;
}

type ContentDiff = Pick<ItemDiff, 'text' | 'noText' | 'noise' | 'noiseLines'>;

async function contentDiff(
  before: HashedItem,
  after: HashedItem,
  depth: DiffDepth,
  rule: NoiseRule | undefined,
): Promise<ContentDiff> {
  if (!rule) return depth.lines ? lineDiff(before, after, depth.work) : {};
  if (!rule.keys) return { noise: true };
  const { noiseLines = 0, ...found } = await lineDiff(before, after, depth.work, rule);
  if (found.text === '') return { noise: true };
  return { ...(depth.lines ? found : {}), ...defined({ noiseLines: noiseLines || undefined }) };
}

/** An item with the hash of its content. */
type HashedItem = ArchiveItem & {
  readonly sha256: string;
  /** Bytes in the archive, even if the last line end is not compared. */
  readonly whole: number;
};

/** An item of one archive with the same item of the other; the path is that in the newer archive, if it is there. */
interface ItemPair<T> {
  readonly path: string;
  readonly before?: T;
  readonly after?: T;
}

/** Pairs items by path. Processes get another id if they are restarted, file systems if they are mounted again: unless `all`, their files are paired too. */
export function pairItems<T>(
  from: ReadonlyMap<string, T>,
  to: ReadonlyMap<string, T>,
  all: boolean,
): ItemPair<T>[] {
  const onlyAfter = new Map([...to].filter(([path]) => !from.has(path)));
  const waiting = new Map<string, string[]>();
  if (!all)
    for (const path of onlyAfter.keys())
      if (id.test(path)) {
        const paths = waiting.get(withoutId(path));
        if (paths) paths.push(path);
        else waiting.set(withoutId(path), [path]);
      }
  const pairs: ItemPair<T>[] = [];
  for (const [path, before] of from) {
    const same = to.has(path) || !id.test(path) ? path : (waiting.get(withoutId(path))?.pop() ?? path);
    const after = to.get(same);
    onlyAfter.delete(same);
    pairs.push({ path: same, before, ...defined({ after }) });
  }
  return [...pairs, ...[...onlyAfter].map(([path, after]) => ({ path, after }))];
}

function withoutId(path: string): string {
  return path.replace(/\d+(?=\/)/, '');
}
