import type { Archive, ArchiveItem } from '@hostspec/archive';

/** Whether the texts of an archive lack their last line end, because insights-core drops it. */
export function dropsLastLineEnd({ kind }: Archive): boolean {
  return kind.startsWith('insights');
}

/** An item as insights-core stores it: without its last line end. */
export async function withoutLastLineEnd(item: ArchiveItem): Promise<ArchiveItem> {
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

const newline = 10;
