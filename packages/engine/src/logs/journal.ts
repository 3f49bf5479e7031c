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
    const pieces: Uint8Array[] = [];
    const hold = (piece: Uint8Array): void => void pieces.push(new Uint8Array(piece));
    const end = await host.runInto(command, hold, { ...how, maxBytes: most, signal: 'SIGTERM' });
    const output = Buffer.concat(pieces.splice(0));
    const nothing = nothingIn(output, argv[0] ?? '');
    if (nothing) return { ...end, nothing };
    const isPartial = end.cut !== undefined || end.problem !== undefined;
    for (const entry of entriesOf(output, isPartial)) {
      kept += entry.length;
      await take(entry);
    }
    return { ...end, ...cutOf(end, kept, most, wanted) };
  } finally {
    room.free(most - Math.min(kept, most));
  }
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
    reason: `${program}: ${said.trim().replace(/\s+/g, ' ')}`,
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

/** Puts the entries of an output in reverse order into the usual order. Leaves out the last one of a partial output. */
export function entriesOf(output: Buffer, isPartial: boolean): readonly Buffer[] {
  const entries: Buffer[] = [];
  let begin = 0;
  for (let end = output.indexOf(newline) + 1; begin < output.length; end = output.indexOf(newline, end) + 1) {
    const isLast = end === 0 || end === output.length;
    // An entry begins at a line that does not begin with a blank.
    if (!isLast && blanks.includes(output[end] ?? newline)) continue;
    entries.push(output.subarray(begin, isLast ? output.length : end));
    if (isLast) break;
    begin = end;
  }
  const [first] = entries;
  const isHeader = first !== undefined && header.test(first.toString('latin1', 0, 40));
  const heads = isHeader ? entries.splice(0, 1) : [];
  // An entry that fills the limit alone is kept as it is.
  if (isPartial && entries.length > 1) entries.pop();
  return [...heads, ...entries.reverse()];
}
