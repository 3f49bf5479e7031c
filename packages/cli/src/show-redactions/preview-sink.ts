import { type MaskedValue, valueFinder } from '@hostspec/redact';
import {
  type ContentRedactor,
  type Item,
  type ItemPlace,
  type OpenItem,
  originOf,
  type Redaction,
  type Sink,
} from '@hostspec/spec';

/** What would be masked in one item. */
export interface ItemPreview {
  readonly spec: string;
  /** A path, or a command line. */
  readonly label: string;
  readonly values: readonly MaskedValue[];
  /** Values that are not in the list: there are too many, or their lines are too long. */
  readonly more: number;
}

interface PreviewItem extends OpenItem {
  end(): ItemPreview;
}

// A hostile host can have any number of them.
const mostValues = 1000;

/** A sink that stores nothing and passes on what a redaction would mask in each item. */
export function previewSink(redaction: Redaction, show: (item: ItemPreview) => void): Sink {
  let count = 0;
  const none = new Uint8Array();
  return {
    begin() {},
    open: (place) => previewItem(`${++count}`, place, redaction),
    keep: (opened) => show((opened as PreviewItem).end()),
    discard() {},
    write() {},
    finish: async () => '',
    read: async (_: Item) => none,
    close: async () => {},
  };
}

function previewItem(
  path: string,
  { spec, source, commandLine }: ItemPlace,
  redaction: Redaction,
): PreviewItem {
  const values: MaskedValue[] = [];
  let shown = 0;
  const finder = valueFinder((value) => {
    if (values.length >= mostValues) return;
    values.push(value);
    shown++;
  });
  const redactor: ContentRedactor = redaction.content(originOf(source));
  const label = commandLine ?? (source.kind === 'command' ? source.argv.join(' ') : source.path);
  for (const value of valuesOf(label, redaction)) values.push(value);
  return {
    path,
    write(piece) {
      finder.original(piece);
      finder.masked(redactor.push(piece));
    },
    end() {
      finder.masked(redactor.end());
      finder.end();
      // Those in lines that are too long are not found.
      const all = Object.values(redactor.masked()).reduce((sum, count) => sum + count, 0);
      return { spec, label, values, more: Math.max(0, all - shown) };
    },
  };
}

/** What would be masked in a short text, as line 0. */
function valuesOf(text: string, redaction: Redaction): MaskedValue[] {
  const values: MaskedValue[] = [];
  const finder = valueFinder((value) => void values.push({ ...value, line: 0 }));
  finder.original(Buffer.from(text));
  finder.masked(Buffer.from(redaction.text(text)));
  finder.end();
  return values;
}
