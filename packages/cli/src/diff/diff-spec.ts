import type { Archive, ArchiveItem } from '@hostspec/archive';
import { type AlteredItem, alteration, sha256Of } from '../read/altered.js';
import { dropsLastLineEnd, withoutLastLineEnd } from './last-line-end.js';
import { type LineDiff, lineDiff } from './line-diff.js';

/** The difference of one item of a spec. */
export interface ItemDiff extends LineDiff {
  /** Below `data/`; the same in both archives if it is in both. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly bytesBefore?: number;
  readonly bytesAfter?: number;
}

/** The outcome of a spec in an archive. */
interface SpecState {
  readonly status: string;
  readonly reason?: string;
}

/** The difference of one spec between two archives. */
export interface SpecDiff {
  readonly name: string;
  /** Its outcomes. */
  readonly before: SpecState;
  readonly after: SpecState;
  readonly items: readonly ItemDiff[];
}

/** Compares the content of a spec that is in both archives; undefined if nothing differs. Adds items that do not match their manifest to `altered`. */
export async function diffSpec(
  name: string,
  from: Archive,
  to: Archive,
  withText: boolean,
  altered: AlteredItem[],
): Promise<SpecDiff | undefined> {
  const before = stateOf(name, from);
  const after = stateOf(name, to);
  const items = await diffItems(
    await itemsOf(name, from, dropsLastLineEnd(to), altered),
    await itemsOf(name, to, dropsLastLineEnd(from), altered),
    withText,
  );
  if (before.status === after.status && items.length === 0) return undefined;
  return { name, before, after, items };
}

function stateOf(name: string, { outcomes }: Archive): SpecState {
  const { status = 'absent', reason } = outcomes.get(name) ?? {};
  return { status, ...(reason === undefined ? {} : { reason }) };
}

async function itemsOf(
  name: string,
  archive: Archive,
  otherDropsLineEnd: boolean,
  altered: AlteredItem[],
): Promise<Map<string, HashedItem>> {
  const items = new Map<string, HashedItem>();
  const cut = otherDropsLineEnd && !dropsLastLineEnd(archive);
  for (const item of archive.items(name)) {
    if (items.has(item.record.path)) continue;
    const sha256 = await sha256Of(item);
    const problem = alteration(item, sha256);
    if (problem !== undefined)
      altered.push({ archive: archive.path, spec: name, path: item.record.path, problem });
    const compared = cut ? await withoutLastLineEnd(item) : item;
    const hash = compared === item ? sha256 : await sha256Of(compared);
    items.set(item.record.path, { ...compared, sha256: hash, whole: item.bytes });
  }
  return items;
}

async function diffItems(
  from: ReadonlyMap<string, HashedItem>,
  to: ReadonlyMap<string, HashedItem>,
  withText: boolean,
): Promise<ItemDiff[]> {
  const found: ItemDiff[] = [];
  for (const path of new Set([...from.keys(), ...to.keys()])) {
    const before = from.get(path);
    const after = to.get(path);
    if (!before && after) found.push({ path, change: 'added', bytesAfter: after.whole });
    else if (before && !after) found.push({ path, change: 'removed', bytesBefore: before.whole });
    else if (before && after && before.sha256 !== after.sha256) {
      const sizes = { bytesBefore: before.whole, bytesAfter: after.whole };
      found.push({ path, change: 'changed', ...sizes, ...(withText ? await lineDiff(before, after) : {}) });
    }
  }
  return found;
}

/** An item with the hash of its content. */
type HashedItem = ArchiveItem & {
  readonly sha256: string;
  /** Bytes in the archive, even if the last line end is not compared. */
  readonly whole: number;
};
