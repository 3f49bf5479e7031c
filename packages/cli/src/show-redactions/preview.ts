import { counted, defined, originOf } from '@hostspec/host-kit';
import { denialsOn, openRedaction, readDenials } from '@hostspec/policy';
import { type MaskedValue, valueFinder } from '@hostspec/redact';
import type { ContentRedactor, Item, ItemPlace, OpenItem, Redaction, Sink } from '@hostspec/spec';
import { choosePolicy } from '../chosen-policy.js';
import { exitStatus } from '../exit-status.js';
import { openHost } from '../hosts/host.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withProfiles } from '../profiles/with-profiles.js';
import { optionName, planningOf } from '../runs/planning.js';
import { endOnSignal } from '../runs/signals.js';
import { withSettings } from '../settings/option-settings.js';
import { type Style, styleOf } from '../style.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { columns } from '../width.js';
import type { options } from './options.js';

// A hostile host can have any number of them.
const mostValues = 1000;

/**
 * Prints on a terminal what collect would mask, with the values; stores nothing. Returns the exit status.
 *
 * @throws UsageError if standard output is not a terminal: secrets must not get into a file or another program.
 */
export async function preview({ json, ...values }: Values<typeof options>, io: Io): Promise<number> {
  if (json)
    throw usageError('--json is not allowed with --preview, which writes only to a terminal', '--json');
  if (!io.out.isTTY)
    throw usageError(
      '--preview shows secrets, so it writes only to a terminal, and standard output is not one; run it without a pipe or a file',
      '--preview',
    );
  const chosen = await choosePolicy(values, io, ['rules', 'deny']);
  const here = await readDenials(chosen);
  const { catalog, planFor } = await planningOf(
    undefined,
    await withSettings(await withProfiles(values, io), io),
    io,
  );
  const { host, elsewhere } = await openHost(values, {}, io);
  const denied = await denialsOn({ host, elsewhere }, here);
  // Whole lines that are left out are not shown, because nothing of them would be there.
  const words = denied && { texts: [], expressions: [], keywords: denied.keywords };
  const redaction = (await openRedaction(chosen, words)) as Redaction;
  const { collectInto } = await import('@hostspec/engine');
  const ended = endOnSignal((reason) => host.stop(reason), io);
  const style = styleOf(io.out, io);
  const specs = new Set<string>();
  let count = 0;
  const sink = previewSink(redaction, (item) => {
    if (item.values.length + item.more === 0) return;
    specs.add(item.spec);
    count += item.values.length + item.more;
    io.out.write(itemText(item, style));
  });
  try {
    // The sink masks by itself, to show what it masks.
    await collectInto(await planFor(host, denied), {
      catalog,
      host,
      optionName,
      redaction: 'none',
      ...defined({ denials: denied?.denials }),
      sink,
    });
  } finally {
    ended();
  }
  const found = `${counted(count, 'value')} in ${counted(specs.size, 'spec')}`;
  io.out.write(
    count === 0 ? 'Nothing would be masked.\n' : `${found} would be masked. Nothing was stored.\n`,
  );
  return exitStatus.done;
}

const most = { before: 40, value: 80, after: 20 };

function itemText({ spec, label, values, more }: ItemPreview, style: Style): string {
  const rows = values.map(({ line, rule, ...parts }) => [
    line === 0 ? '  in the name' : `  line ${line}`,
    rule,
    excerpt(parts, style),
  ]);
  const rest = more > 0 ? [`  and ${counted(more, 'more value')}`] : [];
  // The value of a name is in its row.
  const name = values.some(({ line }) => line === 0) ? '' : `  ${printable(label)}`;
  return `${[style.bold(spec) + name, ...columns(rows), ...rest].join('\n')}\n`;
}

function excerpt(
  { before, value, after }: Pick<MaskedValue, 'before' | 'value' | 'after'>,
  style: Style,
): string {
  const text = (bytes: string): string => printable(Buffer.from(bytes, 'latin1').toString());
  const start = (before.length > most.before ? '…' : '') + text(before.slice(-most.before));
  const shown = text(value.slice(0, most.value)) + (value.length > most.value ? '…' : '');
  const end = text(after.slice(0, most.after)) + (after.length > most.after ? '…' : '');
  return `${start}«${style.bold(shown)}»${end}`;
}

/** What would be masked in one item. */
interface ItemPreview {
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

/** A sink that stores nothing and passes on what a redaction would mask in each item. */
function previewSink(redaction: Redaction, show: (item: ItemPreview) => void): Sink {
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

function previewItem(path: string, place: ItemPlace, redaction: Redaction): PreviewItem {
  const { spec, source, commandLine } = place;
  const values: MaskedValue[] = [];
  let shown = 0;
  const finder = valueFinder((value) => {
    if (values.length >= mostValues) return;
    values.push(value);
    shown++;
  });
  const redactor: ContentRedactor = redaction.content(originOf(place));
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
