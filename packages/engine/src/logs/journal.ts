import { bytesText } from '@hostspec/host-kit';
import type { CollectingHost, CommandEnd, ContentLimit, Cut, RunOptions, TakePiece } from '@hostspec/spec';
import type { Room } from './room.js';
import type { Window } from './window.js';

/** What a run of journalctl adds to the command of a spec. */
export interface JournalRead {
  readonly window: Window | undefined;
  /** The most bytes: those of the newest entries. */
  readonly newest: number;
  /** Limits what all reads of the journal take in a run, in memory and in the archive. */
  readonly room: Room;
}

/** How a journal was read. */
export interface JournalEnd extends CommandEnd {
  /** If there are no entries: why. */
  readonly nothing?: { readonly status: 'absent' | 'denied' | 'empty' | 'skipped'; readonly reason: string };
}

/** The command line that runs in place of a spec's. `-r` for the newest entries: with `-n`, older versions print the oldest ones. Without `newest`: all entries. */
export function journalCommand(
  [program = '', ...options]: readonly string[],
  { window, newest }: { readonly window: Window | undefined; readonly newest: number | undefined },
): readonly string[] {
  const { since, until } = window ?? {};
  const seconds = (time: number): number => Math.floor(time / 1000);
  return [
    program,
    ...(newest === undefined ? [] : ['-r']),
    ...options,
    ...(since === undefined ? [] : [`--since=@${seconds(since)}`]),
    ...(until === undefined ? [] : [`--until=@${seconds(until)}`]),
  ];
}

/** Bytes of the journal that a run collects, and holds in memory. */
export const mostOfJournal = 25 * 1024 * 1024;

const usedUp = `the bytes for the journal in a run, at most ${bytesText(mostOfJournal)}, are used up`;

// Without `-q`, journalctl first says that there is no journal at all, or that the user may not read it.
const noEntries = /^((?:Hint: |No journal files were ).*\n(?: .*\n)*)?-- No entries --\n?$/;

/** Gives the newest entries of the journal, in the usual order. */
export async function readJournal(
  host: CollectingHost,
  argv: readonly string[],
  read: JournalRead,
  take: TakePiece,
  how: RunOptions & ContentLimit,
): Promise<JournalEnd> {
  const command = journalCommand(argv, read);
  const { newest, room } = read;
  const wanted = Math.min(newest, how.maxBytes ?? newest);
  const most = await room.take(wanted);
  let kept = 0;
  try {
    if (most === 0) return { nothing: { status: 'skipped', reason: usedUp } };
    const held = heldOutput(most);
    const end = await host.runInto(command, held.add, { ...how, maxBytes: most, signal: 'SIGTERM' });
    const output = held.output();
    const nothing = nothingIn(output, argv[0] ?? '');
    if (nothing) return { ...end, nothing };
    const isPartial = end.cut !== undefined || end.problem !== undefined;
    for (const entries of turnedRound(output, isPartial)) {
      kept += entries.length;
      await take(entries);
    }
    return { ...end, ...cutOf(end, kept, most, wanted) };
  } finally {
    room.free(most - Math.min(kept, most));
  }
}

/** Holds an output of at most this many bytes. Joining its pieces would take its memory twice. */
function heldOutput(most: number) {
  // The system gives no memory for pages that nothing is written to.
  const buffer = Buffer.allocUnsafeSlow(most);
  let bytes = 0;
  return {
    add(piece: Uint8Array): void {
      buffer.set(piece.subarray(0, most - bytes), bytes);
      bytes = Math.min(most, bytes + piece.length);
    },
    output: () => buffer.subarray(0, bytes),
  };
}

/** Why an output of journalctl has no entries; undefined if it has some. */
export function nothingIn(output: Buffer, program: string): JournalEnd['nothing'] {
  if (output.length > 1000) return undefined;
  const [found, said = ''] = noEntries.exec(output.toString('latin1')) ?? [];
  if (found === undefined) return undefined;
  if (said === '') return { status: 'empty', reason: `${program} found no entries` };
  const isDenied = said.startsWith('Hint') || said.includes('permission');
  return {
    status: isDenied ? 'denied' : 'absent',
    reason: `${program}: ${said.trim().replace(/\s+/g, ' ').replace(/\.$/, '')}`,
  };
}

/** How entries were cut. At a time limit or after damage, too, the newest are kept. */
function cutOf(end: CommandEnd, kept: number, most: number, wanted: number): { readonly cut?: Cut } {
  if (end.cut === undefined) return {};
  const why = most < wanted ? ', half of what was left of the bytes for the journal' : '';
  return { cut: { reason: `newest ${bytesText(kept)}, cut at ${bytesText(most)}${why}` } };
}

/** Whether an output has entries, which begin with a time; a program that fails only prints why. */
export function hasEntries(output: Uint8Array): boolean {
  return /^(?:\d{4}-\d\d-\d\dT|\[ *\d+\.\d+\] |[A-Z][a-z]{2} +\d+ \d\d:)/m.test(
    Buffer.from(output).toString('latin1'),
  );
}

const newline = 10;
const blanks: readonly number[] = [9, 32];
const header = /^-- (?:Logs begin|Journal begins) at /;

// Entries are passed on in pieces of this size, because each piece costs more than its bytes.
const pieceBytes = 64 * 1024;

/** Gives the entries of an output in reverse order in the usual order. Leaves out the last one of a partial output. */
export function* turnedRound(output: Buffer, isPartial: boolean): Generator<Buffer> {
  const begins = beginsOf(output);
  const isHeader = header.test(output.toString('latin1', 0, 40));
  const first = isHeader ? 1 : 0;
  if (isHeader) yield output.subarray(0, begins[1]);
  // An entry that fills the limit alone is kept as it is.
  const last = isPartial && begins.length - first > 1 ? begins.length - 1 : begins.length;
  let waiting: Buffer[] = [];
  let bytes = 0;
  for (let at = last - 1; at >= first; at--) {
    const entry = output.subarray(begins[at], begins[at + 1]);
    waiting.push(entry);
    bytes += entry.length;
    if (bytes < pieceBytes && at > first) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
}

/** Where the entries of an output begin: at lines that do not begin with a blank. */
function beginsOf(output: Buffer): readonly number[] {
  const begins: number[] = [];
  for (let at = 0; at < output.length; ) {
    if (at === 0 || !blanks.includes(output[at] ?? newline)) begins.push(at);
    const end = output.indexOf(newline, at);
    at = end === -1 ? output.length : end + 1;
  }
  return begins;
}
