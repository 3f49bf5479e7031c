import { eachLine, type Table } from './table.js';

/** An entry of the journal. */
export interface JournalEntry {
  readonly time: string;
  /** The program or unit that wrote it, without a process id. */
  readonly program: string;
  /** The first line of the message. */
  readonly message: string;
}

const longestMessage = 300;

/** The entries of `journalctl -o short-iso` (such as spec `journal_errors`). */
export const journalEntries: Table<JournalEntry> = eachLine((line) => {
  const [, time, program, message] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:?\d\d) \S+ ([^\s:[]{1,100})(?:\[\d+\])?: (.*)/.exec(line) ?? [];
  return time === undefined || program === undefined || message === undefined
    ? undefined
    : { time, program, message: message.slice(0, longestMessage) };
});
