import { joinWords, splitWords } from '@hostspec/spec';
import { equivalentsOf } from './equivalents.js';
import type { StoredOutput } from './stored-output.js';
import type { ArchiveView } from './view.js';

/** A stored output; if it comes from another command, its line and how to convert it. */
export type Output = StoredOutput & {
  readonly from?: string;
  readonly convert?: (output: string) => string;
};

/** The output of a command, or that of another one with the same information; the reason if the archive has neither. */
export async function outputOf(view: ArchiveView, argv: readonly string[]): Promise<Output> {
  const stored = await view.output(argv);
  if (stored?.rc !== undefined) return stored;
  const line = joinWords(argv);
  for (const { command, convert } of equivalentsOf(line)) {
    const other = await view.output(splitWords(command));
    if (other?.file) return { ...other, from: command, ...(convert && { convert }) };
  }
  return stored ?? { problem: 'absent', reason: `the archive has no output of ${line}` };
}
