import type { ItemFile, ItemPlace, Sink } from '@hostspec/spec';

/** A file of the sink that is opened only when there is something to write. */
export interface Slot {
  open(): ItemFile;
  opened(): ItemFile | undefined;
  discard(): void;
}

/** Makes the slot of a place in a sink. */
export function openSlot(sink: Sink, place: ItemPlace): Slot {
  let file: ItemFile | undefined;
  return {
    open() {
      file ??= sink.open(place);
      return file;
    },
    opened: () => file,
    discard() {
      if (file) sink.discard(file);
      file = undefined;
    },
  };
}
