import { defined } from '@hostspec/host-kit';
import type { CommandEnd, Host, Miss, Redaction } from '@hostspec/spec';
import type { ItemContent } from '../content/content.js';
import { maskedText, withoutRepeats } from '../content/masked.js';
import { hasEntries, type JournalEnd, journalCommand, nothingIn, readJournal } from '../logs/journal.js';
import type { Window } from '../logs/window.js';
import { runOptions } from '../plan/options.js';
import { readerOf } from '../plan/printers.js';
import { type CommandTask, statusOf } from '../plan/tasks.js';
import { complaintOf, isMissingInside, isWalkedInPart, meaningOf } from './exit-meaning.js';
import type { GatherContext, TaskEnd } from './gather-context.js';

const shownCharacters = 1024;

/** Runs a command; its output goes to `content`. */
export async function runCommand(
  task: CommandTask,
  content: ItemContent,
  context: GatherContext,
): Promise<TaskEnd> {
  const { host } = context.session;
  const { options, stdin } = task;
  const as = task.by ?? (await readerOf(host, task.argv));
  const how = { maxBytes: context.budget.left(), ...runOptions(options), ...defined({ stdin, as }) };
  const journal = await journalOf(task, context);
  const end: JournalEnd =
    journal?.newest === undefined
      ? await host.runInto(journal ? journalCommand(task.argv, journal) : task.argv, content.take, how)
      : await context.budget.withShare(journal.newest, (newest) => {
          const read = { ...journal, newest, room: context.journals };
          return readJournal(host, task.argv, read, content.take, how);
        });
  const nothing = end.nothing ?? (journal && nothingIn(Buffer.from(content.start()), task.argv[0] ?? ''));
  if (nothing) return nothing;
  const { problem } = end;
  const keepsPart = options.keepRc === true || (journal !== undefined && hasEntries(content.start()));
  const isCut = problem === 'timed out' || (problem !== undefined && context.end.reason() === undefined);
  const isWalked = isPartOfWalk(task, end, content, host);
  const isPartial =
    isWalked || (keepsPart && content.bytes() > 0 && (isCut || (journal !== undefined && end.rc !== 0)));
  const miss = whyNotKept(task, end, content, context, isPartial);
  const rc = defined({ rc: end.rc });
  if (miss) return { ...miss, ...rc };
  if (content.isBlank()) {
    const gave =
      task.containerPath === undefined ? `"${task.commandLine}" printed` : `${task.containerPath} contains`;
    return {
      status: 'empty',
      reason: `${gave} ${content.bytes() === 0 ? 'nothing' : 'only line ends'}`,
      ...rc,
    };
  }
  const why =
    end.reason ??
    (isWalked || journal ? unfinished(task.argv, end.rc, content, context.redaction) : undefined);
  const cut = end.cut ?? (isPartial && why !== undefined ? { reason: why } : undefined);
  const program = end.program === undefined ? undefined : context.redaction.text(end.program);
  return { ...rc, ...defined({ program, truncated: cut }) };
}

/** Whether what a command gave is all of a walk through directories that the collector may look at. */
function isPartOfWalk(
  { argv, options, container }: CommandTask,
  { rc, problem }: CommandEnd,
  content: ItemContent,
  host: Host,
): boolean {
  // Most commands succeed, and their output need not be decoded.
  if (rc === 0 || container || problem !== undefined || (options.effects?.needsRoot && isUserOf(host)))
    return false;
  return isWalkedInPart(argv, rc, decoded(content));
}

/** Why the output of a command that exited by itself is only a part; undefined if it is all. */
function unfinished(
  argv: readonly string[],
  rc: number | undefined,
  content: ItemContent,
  redaction: Redaction,
): string | undefined {
  if (rc === 0) return undefined;
  // Masked before it is cut: a part of a secret might not be found.
  const complaint = complaintOf(argv, maskedText(content.start(), redaction));
  return `${argv[0]} exited with ${rc}${complaint === undefined ? '' : `: ${complaint.slice(0, shownCharacters)}`}`;
}

/** Whether the collector is a user other than root. In an archive, someone else was denied. */
function isUserOf(host: Host): boolean {
  return host.executes && host.user?.()?.uid !== 0;
}

const decoded = (content: ItemContent): string => new TextDecoder().decode(content.start());

/** What to read of the journal, if that is what a command does. An archive has what the command printed. */
async function journalOf(
  { options: { journal } }: CommandTask,
  { session: { host, logs } }: GatherContext,
): Promise<{ readonly window: Window | undefined; readonly newest: number | undefined } | undefined> {
  if (journal === undefined || !host.executes) return undefined;
  return { window: await logs.windowFor(journal.window), newest: logs.full ? undefined : journal.newest };
}

/** Why the output of a command is not kept; undefined if it is. */
function whyNotKept(
  { argv, options, container }: CommandTask,
  { rc, problem, reason }: CommandEnd,
  content: ItemContent,
  { session: { host }, redaction }: GatherContext,
  isPartial: boolean,
): Pick<Miss, 'status' | 'reason'> | undefined {
  const hasEnded = problem === undefined || isPartial;
  if (hasEnded && (rc === 0 || options.keepRc || isPartial)) return undefined;
  const said = (printed: string): string => (printed === '' ? '' : `: ${printed.slice(0, shownCharacters)}`);
  const raw = said(decoded(content).trim());
  const printed = said(withoutRepeats(maskedText(content.start(), redaction)));
  if (!hasEnded) return { status: statusOf(problem), reason: `${reason ?? problem}${printed}` };
  if (container && isMissingInside(rc, raw))
    return { status: 'absent', reason: `in container ${container.id}${printed}` };
  const meaning = meaningOf(rc, raw, options, isUserOf(host));
  if (meaning === 'nothing found') return undefined;
  const why = reason ?? `${argv[0]} exited with ${rc}${printed || ' and printed nothing'}`;
  const needsRoot = meaning === 'denied' && options.effects?.needsRoot;
  return { status: meaning, reason: needsRoot ? `needs root: ${why}` : why };
}
