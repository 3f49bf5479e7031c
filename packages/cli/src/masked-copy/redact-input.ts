import { resolve } from 'node:path';
import {
  type Archive,
  type CopyChange,
  type Input,
  mappedSentence,
  type RedactOptions,
  redactInput,
} from '@hostspec/archive';
import { addMasked, counted } from '@hostspec/host-kit';
import { readDenials } from '@hostspec/policy';
import type { Mapped, MaskedCounts, Redaction } from '@hostspec/spec';
import { checkConfig } from '../catalogs/catalog.js';
import { choosePolicy } from '../chosen-policy.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withInput } from '../read/input.js';
import { endOnSignal } from '../runs/signals.js';
import { mark } from '../safe-output.js';
import { columns } from '../table.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { copyChange } from './copy-change.js';
import type { options } from './options.js';

/** Writes a masked copy and prints what was masked; returns the exit status. */
export async function redact(path: string, values: Values<typeof options>, io: Io): Promise<number> {
  // Whether secrets are kept, and what is mapped, is decided for each copy: a mapping must not be repeated.
  const ofKey = values.map === undefined ? [] : (['key', 'keywords', 'map-list'] as const);
  const chosen = await choosePolicy(values, io, ['rules', 'deny', ...ofKey]);
  await checkConfig(values.config, io);
  const denied = await readDenials(chosen);
  return writeCopy(
    path,
    values,
    {
      change: (input, own) =>
        copyChange(input, own, chosen, denied, (text) => void io.err.write(`hostspec: ${text}\n`)),
      saysMapped: true,
      done: [
        chosen.map === undefined ? 'secret' : 'value',
        chosen.map === undefined ? 'masked' : 'masked or mapped',
      ],
    },
    io,
  );
}

/** How copies differ from their inputs. */
interface Copying {
  /** How a copy differs from the input; `own` is the input as an archive of hostspec, if it is one. */
  change(input: Input, own: Archive | undefined): Promise<CopyChange> | CopyChange;
  /** For the summary: what was changed, and how. */
  readonly done: readonly [noun: string, verb: string];
  /** Whether the summary says how the copy is mapped. */
  readonly saysMapped?: boolean;
}

/** Writes a changed copy of an input and prints how much was changed; returns the exit status. */
export async function writeCopy(
  path: string,
  values: Pick<Values<typeof options>, 'output' | 'force'>,
  { change, done, saysMapped = false }: Copying,
  io: Io,
): Promise<number> {
  const { output } = values;
  if (output === undefined)
    throw usageError(
      '--output is needed; allowed: the path of the copy, or - for standard output',
      '--output',
    );
  const ending = new AbortController();
  const ended = endOnSignal((reason) => ending.abort(reason), io);
  const tally = tallyOf();
  const { createRedaction } = await import('@hostspec/redact');
  let redaction: Redaction = createRedaction();
  let before: Mapped | undefined;
  try {
    const copy = (input: Input): Promise<string> =>
      redactInput(input, {
        async change(own) {
          const chosen = await change(input, own);
          redaction = chosen.redaction;
          before = own?.manifest?.mapped;
          return chosen;
        },
        output: outputOf(output, values, io),
        counted: tally.add,
        left: ({ path: member, reason }) => tell(io, redaction, 'left out', member, reason),
        closed: ({ path: member, reason }) => tell(io, redaction, 'kept as it is', member, reason),
        signal: ending.signal,
      });
    const isStream = [path, output].includes('-');
    const where = await withInput(path, { text: (text) => redaction.text(text) }, io, copy, isStream);
    // The copy may be on standard output.
    const to = output === '-' ? io.err : io.out;
    const mapped = saysMapped ? `${mappedSentence({ mapped: before ?? redaction.mapped })}\n` : '';
    to.write(`${tally.lines(done).join('\n')}\n${mapped}${output === '-' ? '' : `${where}\n`}`);
    return exitStatus.done;
  } finally {
    ended();
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
  if (io.err.isTTY) io.err.write(mark('eraseLine'));
  io.err.write(`hostspec: ${what}: ${printable(text(path))}: ${printable(text(reason))}\n`);
}

function tallyOf(): {
  add(counts: MaskedCounts): void;
  lines(done: Copying['done']): string[];
} {
  const values: Record<string, number> = {};
  const filesOf: Record<string, number> = {};
  let files = 0;
  let masked = 0;
  return {
    add(counts) {
      files++;
      const rules = Object.keys(counts);
      if (rules.length > 0) masked++;
      addMasked(values, counts);
      addMasked(filesOf, Object.fromEntries(rules.map((rule) => [rule, 1])));
    },
    lines([noun, verb]) {
      const all = Object.values(values).reduce((sum, count) => sum + count, 0);
      const rows = Object.entries(values)
        .sort()
        .map(([rule, count]) => [`  ${rule}`, `${count} in ${counted(filesOf[rule] ?? 0, 'file')}`]);
      return [`${counted(all, noun)} ${verb} in ${masked} of ${counted(files, 'file')}`, ...columns(rows)];
    },
  };
}
