import {
  type ContentVisitor,
  type Input,
  type Manifest,
  type SkippedMember,
  visitContents,
} from '@hostspec/archive';
import { addMasked, counted, isPackedReason } from '@hostspec/host-kit';
import type { MaskedCounts, Redaction } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withInput } from '../read/input.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { columns } from '../width.js';
import type { options } from './options.js';

/** What was masked, by spec or by file, and then by rule. */
interface Redactions {
  readonly by: 'spec' | 'file';
  readonly counts: ReadonlyMap<string, MaskedCounts>;
  /** Files with masks that are not in `counts`. */
  readonly more: number;
  /** Lines that have masks, by rule. */
  readonly lines: MaskedCounts;
  /** What nobody looked into, so that nothing in it was masked: it is packed, or could not be read. At most `mostFiles`. */
  readonly unseen: readonly SkippedMember[];
}

/** Prints what was masked in an input, or what would be masked; returns the exit status. */
export async function showRedactions(
  path: string | undefined,
  { preview: isPreview, json, ...others }: Values<typeof options>,
  io: Io,
): Promise<number> {
  if (isPreview) {
    if (path !== undefined)
      throw usageError(
        `ARCHIVE ${path} is not allowed with --preview; allowed: --archive ${path}`,
        'ARCHIVE',
        path,
      );
    const { preview } = await import('./preview.js');
    return preview({ ...others, ...(json && { json }) }, io);
  }
  const [option] = Object.keys(others);
  if (option !== undefined) throw usageError(`--${option} is not allowed without --preview`, `--${option}`);
  if (path === undefined)
    throw usageError(
      'ARCHIVE is missing; allowed: an archive, a directory, a file or -, or --preview',
      'ARCHIVE',
    );
  const { createRedaction } = await import('@hostspec/redact');
  const redaction = createRedaction();
  const redactions = await withInput(path, redaction, io, (input) => redactionsIn(input, redaction));
  const name = path === '-' ? 'standard input' : path;
  io.out.write(json ? jsonText(name, redactions) : text(name, redactions));
  return exitStatus.done;
}

async function redactionsIn(input: Input, redaction: Redaction): Promise<Redactions> {
  const found = await masksIn(input, redaction);
  const isOurs =
    input.form === 'own' || (input.form !== 'file' && (await input.layout()).kind === 'hostspec');
  if (!isOurs) return found;
  const archive = await input.archive();
  try {
    const unseen = [...found.unseen, ...leftOut(archive.manifest)];
    return { ...found, by: 'spec', counts: bySpec(archive.manifest), more: 0, unseen };
  } finally {
    await archive.close();
  }
}

/** What a run left out of an archive, because it could not mask it. */
function leftOut(manifest: Manifest | undefined): SkippedMember[] {
  const left = (manifest?.outcomes ?? []).flatMap(({ name, misses }) =>
    misses.filter(({ reason }) => isPackedReason(reason)).map(({ reason }) => ({ path: name, reason })),
  );
  return left.slice(0, mostFiles);
}

function bySpec(manifest: Manifest | undefined): Map<string, MaskedCounts> {
  const specs = new Map<string, MaskedCounts>();
  for (const { name, items } of manifest?.outcomes ?? []) {
    const counts = items.reduce((sum, { masked = {} }) => addMasked(sum, masked), {});
    if (Object.keys(counts).length > 0) specs.set(name, counts);
  }
  return specs;
}

// A hostile input can have any number of them.
const mostFiles = 10_000;

async function masksIn(input: Input, { text }: Redaction): Promise<Redactions> {
  const { maskCounter } = await import('@hostspec/redact');
  const files = new Map<string, MaskedCounts>();
  const unseen: SkippedMember[] = [];
  let lines: MaskedCounts = {};
  let more = 0;
  const keep = ({ path, reason }: SkippedMember): void => {
    if (unseen.length < mostFiles) unseen.push({ path: text(path), reason: text(reason) });
  };
  const add = (place: string, counts: MaskedCounts): void => {
    if (Object.keys(counts).length === 0) return;
    const path = text(place);
    const before = files.get(path);
    if (before || files.size < mostFiles) files.set(path, addMasked({ ...before }, counts));
    else more++;
  };
  const visitor: ContentVisitor = {
    name(name, place) {
      const counter = maskCounter();
      counter.push(Buffer.from(name));
      add(place, counter.counts());
    },
    content(place) {
      const counter = maskCounter();
      return {
        take: counter.push,
        end() {
          add(place, counter.counts());
          if (!/(?:^|\/)manifest\.json$/.test(place)) lines = addMasked({ ...lines }, counter.lines());
        },
      };
    },
    unseen: keep,
    closed: keep,
  };
  await visitContents(input, visitor);
  return { by: 'file', counts: files, more, lines, unseen };
}

function totalsOf(counts: Redactions['counts']): MaskedCounts {
  return [...counts.values()].reduce(addMasked, {});
}

function jsonText(path: string, { by, counts, more, lines, unseen }: Redactions): string {
  const key = by === 'spec' ? 'specs' : 'files';
  return `${JSON.stringify({
    path,
    masked: sumOf(totalsOf(counts)),
    rules: totalsOf(counts),
    [key]: Object.fromEntries(counts),
    more,
    lines,
    unseen,
  })}\n`;
}

function text(path: string, { by, counts, more, lines: linesOf, unseen }: Redactions): string {
  const rows = [...counts].flatMap(([name, rules]) =>
    Object.entries(rules)
      .sort()
      .map(([rule, count]) => [printable(name), rule, `${count}`]),
  );
  const totals = Object.entries(totalsOf(counts)).sort();
  const all = sumOf(totalsOf(counts));
  const lines = columns(rows);
  if (more > 0) lines.push(`There are ${more} more files.`);
  lines.push(
    all === 0
      ? `${printable(path)}: nothing was masked`
      : `${printable(path)}: ${counted(all, 'secret')} masked in ${counted(counts.size + more, by)}`,
    ...columns(
      totals.map(([rule, count]) => {
        const lines = linesOf[rule];
        // A token of a name does not show where it is, and a mask in a name is in no line.
        return [`  ${rule}`, `${count}`, ...(lines === undefined ? [] : [`in ${counted(lines, 'line')}`])];
      }),
    ),
    ...unseen.map((member) => `Not looked into: ${printable(member.path)}: ${printable(member.reason)}`),
  );
  return lines.map((line) => `${line}\n`).join('');
}

const sumOf = (counts: MaskedCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
