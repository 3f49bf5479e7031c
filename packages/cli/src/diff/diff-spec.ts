import { createHash } from 'node:crypto';
import type { Archive, ArchiveFile, ArchiveItem } from '@hostspec/archive';
import { dropsLastLineEnd, withoutLastLineEnd } from './last-line-end.js';
import { lineDiff } from './line-diff.js';

/** What one item of a spec has differently. */
export interface ItemDiff {
  /** Below `data/`; the same in both archives where it is in both. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly bytesBefore?: number;
  readonly bytesAfter?: number;
  /** A unified diff without its head. */
  readonly text?: string;
  /** Why there is no text. */
  readonly noText?: string;
}

/** What became of a spec in an archive. */
interface SpecState {
  readonly status: string;
  readonly reason?: string;
}

/** What one spec has differently in two archives. */
export interface SpecDiff {
  readonly name: string;
  /** What became of it. */
  readonly before: SpecState;
  readonly after: SpecState;
  readonly items: readonly ItemDiff[];
}

/** Compares a spec that both archives tell of; undefined where nothing differs. */
export async function diffSpec(
  name: string,
  from: Archive,
  to: Archive,
  withText: boolean,
): Promise<SpecDiff | undefined> {
  const before = stateOf(name, from);
  const after = stateOf(name, to);
  const items = await diffItems(
    await itemsOf(name, from, dropsLastLineEnd(to)),
    await itemsOf(name, to, dropsLastLineEnd(from)),
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
): Promise<Map<string, ArchiveItem>> {
  const items = new Map<string, ArchiveItem>();
  for (const item of archive.items(name)) {
    const cut = otherDropsLineEnd && !dropsLastLineEnd(archive);
    items.set(item.record.path, cut ? await withoutLastLineEnd(item) : item);
  }
  return items;
}

async function diffItems(
  from: ReadonlyMap<string, ArchiveItem>,
  to: ReadonlyMap<string, ArchiveItem>,
  withText: boolean,
): Promise<ItemDiff[]> {
  const found: ItemDiff[] = [];
  for (const path of new Set([...from.keys(), ...to.keys()])) {
    const before = from.get(path);
    const after = to.get(path);
    if (!before && after) found.push({ path, change: 'added', bytesAfter: sizeOf(after) });
    else if (before && !after) found.push({ path, change: 'removed', bytesBefore: sizeOf(before) });
    else if (before && after && !(await sameContent(before, after))) {
      const sizes = { bytesBefore: sizeOf(before), bytesAfter: sizeOf(after) };
      found.push({ path, change: 'changed', ...sizes, ...(withText ? await lineDiff(before, after) : {}) });
    }
  }
  return found;
}

/** Bytes in the archive, also of an item whose last line end is not compared. */
function sizeOf({ record, bytes }: ArchiveItem): number {
  return record.bytes ?? bytes;
}

async function sameContent(before: ArchiveItem, after: ArchiveItem): Promise<boolean> {
  if (before.bytes !== after.bytes) return false;
  const [a, b] = [before.record.sha256, after.record.sha256];
  return (a ?? (await sha256(before))) === (b ?? (await sha256(after)));
}

async function sha256(file: ArchiveFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of file.stream()) hash.update(piece);
  return hash.digest('hex');
}
