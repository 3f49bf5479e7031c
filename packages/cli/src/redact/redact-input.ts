import { constants } from 'node:os';
import { resolve } from 'node:path';
import { type RedactOptions, redactInput } from '@hostspec/archive';
import type { MaskedCounts, Redaction } from '@hostspec/spec';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import { withInput } from '../load/input.js';
import { openRedaction } from '../load/redaction.js';
import type { Values } from '../options.js';
import { columns } from '../table.js';
import { counted, printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { maskedManifest, notes } from './manifest-change.js';
import type { options } from './options.js';

/** Writes a masked copy and prints what was masked; returns the exit status. */
export async function redact(path: string, values: Values<typeof options>, io: Io): Promise<number> {
  const { key } = values;
  const redaction = (await openRedaction(key === undefined ? {} : { key }, io)) as Redaction;
  return writeCopy(path, values, { redaction, note: notes.masked, done: ['secret', 'masked'] }, io);
}

/** How a copy differs from its input. */
interface Change {
  readonly redaction: Redaction;
  /** For the manifest. */
  readonly note: string;
  /** For the summary: what was changed, and how. */
  readonly done: readonly [noun: string, verb: string];
}

/** Writes a changed copy of an input and prints how much was changed; returns the exit status. */
export async function writeCopy(
  path: string,
  values: Pick<Values<typeof options>, 'output' | 'force'>,
  { redaction, note, done }: Change,
  io: Io,
): Promise<number> {
  const { output } = values;
  if (output === undefined)
    throw usageError(
      '--output is needed; allowed: the path of the copy, or - for standard output',
      '--output',
    );
  const ending = endOnSignal(io);
  const tally = tallyOf();
  try {
    const where = await withInput(path, redaction, io, (input) =>
      redactInput(input, {
        redaction,
        change: maskedManifest(redaction, note),
        output: outputOf(output, values, io),
        counted: tally.add,
        left: ({ path: member, reason }) => tell(io, redaction, 'left out', member, reason),
        closed: ({ path: member, reason }) => tell(io, redaction, 'kept as it is', member, reason),
        signal: ending.signal,
      }),
    );
    // The copy may be on standard output.
    const to = output === '-' ? io.err : io.out;
    to.write(`${tally.lines(done).join('\n')}\n${output === '-' ? '' : `${where}\n`}`);
    return exitStatus.done;
  } finally {
    ending.end();
  }
}

function outputOf(
  output: string,
  { force = false }: Pick<Values<typeof options>, 'force'>,
  { cwd, out }: Io,
): RedactOptions['output'] {
  if (output === '-') return { fd: 1, ...(out.isTTY && { write: (piece) => void out.write(piece) }) };
  return {
    path: resolve(cwd, output),
    force,
    optionName: (option) => (option === 'path' ? '--output' : '--force'),
  };
}

function tell(io: Io, { text }: Redaction, what: string, path: string, reason: string): void {
  io.err.write(`hostspec: ${what}: ${printable(text(path))}: ${printable(text(reason))}\n`);
}

/** Removes what was made and ends the process at the first signal. */
function endOnSignal(io: Io): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const removers = (['SIGHUP', 'SIGINT', 'SIGTERM'] as const).map((signal) =>
    io.onSignal(signal, () => {
      controller.abort(`interrupted by ${signal}`);
      io.exit(128 + constants.signals[signal]);
    }),
  );
  return {
    signal: controller.signal,
    end() {
      for (const remove of removers) remove();
    },
  };
}

function tallyOf(): {
  add(counts: MaskedCounts): void;
  lines(done: Change['done']): string[];
} {
  const rules = new Map<string, { values: number; files: number }>();
  let files = 0;
  let masked = 0;
  return {
    add(counts) {
      files++;
      const found = Object.entries(counts);
      if (found.length > 0) masked++;
      for (const [rule, count] of found) {
        const { values, files: before } = rules.get(rule) ?? { values: 0, files: 0 };
        rules.set(rule, { values: values + count, files: before + 1 });
      }
    },
    lines([noun, verb]) {
      const all = [...rules.values()].reduce((sum, { values }) => sum + values, 0);
      const rows = [...rules].sort().map(([rule, count]) => {
        const where = counted(count.files, 'file');
        return [`  ${rule}`, `${count.values} in ${where}`];
      });
      return [`${counted(all, noun)} ${verb} in ${masked} of ${counted(files, 'file')}`, ...columns(rows)];
    },
  };
}
