import { resolve } from 'node:path';
import {
  type Archive,
  type CopyChange,
  type CopyDenials,
  type Input,
  type ManifestChange,
  type ManifestHead,
  mappedSentence,
  type RedactOptions,
  redactInput,
} from '@hostspec/archive';
import { maskedPlace, maskedSource } from '@hostspec/engine';
import { addMasked, counted } from '@hostspec/host-kit';
import {
  checkNotMapped,
  type Denied,
  maskedData,
  openIdentityMap,
  openRedaction,
  readDenials,
} from '@hostspec/policy';
import {
  type CollectingHost,
  type Mapped,
  type MaskedCounts,
  type Outcome,
  type Redaction,
  readText,
} from '@hostspec/spec';
import { checkConfig } from '../catalogs/catalog.js';
import { type ChosenPolicy, choosePolicy } from '../chosen-policy.js';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { withInput } from '../read/input.js';
import { endOnSignal } from '../runs/signals.js';
import { mark } from '../safe-output.js';
import { printable } from '../text.js';
import { usageError } from '../usage-error.js';
import { version } from '../version.js';
import { columns } from '../width.js';
import type { options } from './options.js';

/** What the manifest of a copy says about it. */
export const notes = {
  masked: `secrets were masked in this copy by hostspec ${version}`,
  unmapped: `identity was restored in this copy by hostspec ${version}`,
} as const;

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

/**
 * How a masked copy of an input differs from it; `own` is the input as an archive of hostspec, if it is one. `note` takes what the user
 * should know.
 *
 * @throws UsageError if the identity of an archive would be mapped twice.
 */
async function copyChange(
  input: Input,
  own: Archive | undefined,
  chosen: ChosenPolicy,
  denied: Denied | undefined,
  note: (text: string) => void,
): Promise<CopyChange> {
  if (own?.manifest?.mapped) checkNotMapped(chosen, own.manifest.mapped);
  const isNeeded = chosen.map !== undefined || denied !== undefined;
  const other = own === undefined && input.form !== 'file' && isNeeded;
  const opened = other ? await input.archive() : undefined;
  try {
    const archive = own ?? opened;
    const identity = chosen.map && (await identityOf(archive, chosen, denied, note));
    // Secrets are always masked here.
    const redaction = (await openRedaction(chosen, denied, identity)) as Redaction;
    return {
      redaction,
      manifest: maskedManifest(redaction, notes.masked, ({ mapped = redaction.mapped, maskKey }) => ({
        ...(mapped && { mapped }),
        // Otherwise the copy has masks of two keys.
        ...(maskKey !== undefined && maskKey === redaction.maskKey && { maskKey }),
      })),
      denials: denied && copyDenials(denied, opened),
    };
  } finally {
    await opened?.close();
  }
}

async function identityOf(
  archive: Archive | undefined,
  chosen: ChosenPolicy,
  denied: Denied | undefined,
  note: (text: string) => void,
): Promise<Redaction | undefined> {
  const host = await hostOf(archive);
  const identity = await openIdentityMap(chosen, host, denied);
  if (identity?.mapped?.kinds.includes('user') && (await readText(host, '/etc/passwd')) === undefined)
    note('no names of users are mapped: the archive has no /etc/passwd; allowed: --keywords with the names');
  return identity;
}

/** The host whose names are mapped: that of an archive; for a single file or a stream, this one. */
async function hostOf(archive: Archive | undefined): Promise<CollectingHost> {
  if (archive === undefined) return (await import('@hostspec/local-host')).createLocalHost({});
  return (await import('@hostspec/archive-host')).createArchiveHost(archive);
}

/** What the copy leaves out. An archive of insights-core says which files belong to a denied spec. */
function copyDenials({ denials, member }: Denied, other: Archive | undefined): CopyDenials {
  const bySpec = new Map<string, string>();
  for (const { name, items } of other?.outcomes.values() ?? []) {
    const reason = denials.spec(name);
    if (reason !== undefined) for (const { path } of items) bySpec.set(path, reason);
  }
  return { ...denials, member: (path) => bySpec.get(path) ?? member(path) };
}

/** How the manifest of an archive says that it was masked and mapped. */
type Keys = Pick<ManifestHead, 'mapped' | 'maskKey'>;

/** Masks everything that a manifest says, adds a note, and says how the copy is masked and mapped. */
export function maskedManifest(
  redaction: Redaction,
  note: string,
  keysAfter: (before: Keys) => Keys,
): ManifestChange {
  return {
    head({ mapped, maskKey, ...head }) {
      const masked = throughJson(maskedData(head, redaction), redaction);
      return {
        ...masked,
        // They are not secrets, and their digits must not become another address.
        ...keysAfter({ ...(mapped && { mapped }), ...(maskKey && { maskKey }) }),
        notes: [...new Set([...masked.notes, note])],
      } satisfies ManifestHead;
    },
    outcome: (outcome) => maskedOutcome(outcome, redaction),
  };
}

function maskedOutcome(outcome: Outcome, redaction: Redaction): Outcome {
  const { name } = outcome;
  const items = outcome.items.map(({ bytes: _, sha256: __, masked: ___, ...item }) =>
    maskedPlace({ ...item, spec: name }, redaction),
  );
  const misses = outcome.misses.map((miss) => ({ ...miss, source: maskedSource(miss.source, redaction) }));
  const masked = throughJson(maskedData({ ...outcome, items, misses }, redaction), redaction);
  return {
    ...masked,
    name,
    items: masked.items.map(({ spec: _, ...item }, index) => {
      const { bytes = 0, sha256 = '', masked: counts } = outcome.items[index] ?? {};
      return { ...item, bytes, sha256, ...(counts && { masked: counts }) };
    }),
  };
}

/** Data masked once more as its JSON, in which the name of a property shows what its value is. */
function throughJson<T>(data: T, { text }: Redaction): T {
  const json = JSON.stringify(data);
  const masked = text(json);
  if (masked === json) return data;
  try {
    return JSON.parse(masked) as T;
  } catch {
    // A number was masked; nothing else in JSON stands outside quotes.
    return data;
  }
}
