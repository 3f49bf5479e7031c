import { joinWords } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import type { options } from '../runs/collect-options.js';
import type { Interrupts } from '../runs/signals.js';
import { nothingCollected } from '../runs/tally.js';
import { styleOf } from '../style.js';
import { printable } from '../text.js';
import { type Summary, summaryData, summaryText } from './summary.js';

/** Prints how a run went, and returns its exit status. The archive's path is the last line of standard output, unless NDJSON goes there; on a terminal, the command to look at it follows. */
export function say(
  summary: Summary,
  interrupts: Interrupts,
  { json, quiet, output }: Values<typeof options>,
  io: Io,
): number {
  const status = statusOf(summary, interrupts);
  const out = output === '-' ? io.err : io.out;
  const { failure } = summary.report;
  if (json) out.write(`${JSON.stringify(summaryData(summary))}\n`);
  else {
    if (!quiet) out.write(summaryText(summary, styleOf(out, io), out.columns ?? 160));
    if (output !== '-') out.write(`${printable(summary.archive)}\n`);
    // A program takes the last line for the path; a person wants to know what to do with it.
    if (output !== '-' && !quiet && out.isTTY)
      out.write(`${joinWords(['hostspec', 'summary', summary.archive])}\n`);
  }
  if (failure) io.err.write(`hostspec: ${failure.message}\n`);
  else if (status === exitStatus.failure) io.err.write(`hostspec: ${nothingCollected(summary.tally)}\n`);
  return status;
}

function statusOf({ report, tally }: Summary, interrupts: Interrupts): number {
  const signalled = interrupts.status();
  // A signal that arrives after everything is collected changes nothing.
  if (signalled !== undefined && report.interrupted !== undefined) return signalled;
  if (report.failure) return report.failure.code === 'NO_SPACE' ? exitStatus.noSpace : exitStatus.failure;
  return tally.items > 0 ? exitStatus.done : exitStatus.failure;
}
