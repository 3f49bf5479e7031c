import { type ContentStore, contentStore } from '../page/content-store.js';

/** The store of a text in small blocks, so that lines cross them. */
export function storeOf(
  text: string | Uint8Array,
  blockBytes = 7,
): { readonly store: ContentStore; readonly bytes: number } {
  const bytes = Buffer.from(text as string);
  const store = contentStore(blockBytes, async (number) =>
    bytes.subarray(number * blockBytes, (number + 1) * blockBytes),
  );
  return { store, bytes: bytes.length };
}
