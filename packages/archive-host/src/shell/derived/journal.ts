import { type RecordedBoot, recordedBoot } from '@hostspec/host-kit';
import { journalEntries } from '@hostspec/parse';
import { BuiltinError, notFound } from '../builtin.js';
import { allLines, type Derive, given, type Source, type Sources } from './derivation.js';
import { unitName } from './units.js';

const bootOption = /^(?:-([krqxela]*)b|--boot)(?:=?(all|[+-]?\d{1,6}|[0-9a-f]{32}))?$/;

/** What entries a `journalctl` selects, and how it prints them. */
interface Selection {
  /** Such as `unit=ssh.service`, `priority=3`, `boot=0`. */
  readonly filters: readonly string[];
  /** The number or id of a boot; undefined for all. */
  readonly boot?: string | undefined;
  readonly format: string;
  readonly program?: string | undefined;
  readonly last?: number | undefined;
  readonly isReversed?: boolean;
}

const priorities = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'];

/** The selection that arguments ask for. Priorities become numbers. Undefined if an argument is not known. */
function selectionOf(args: readonly string[]): Selection | undefined {
  const { boot: named, words } = bootIn(args);
  const options = given(words, {
    flags: 'krqxela',
    values: 'uptno',
    long: {
      unit: 'u',
      priority: 'p',
      identifier: 't',
      lines: 'n',
      output: 'o',
      dmesg: 'k',
      reverse: 'r',
      quiet: 'q',
      'no-pager': 'q',
      catalog: 'x',
      'pager-end': 'e',
      full: 'l',
      all: 'a',
    },
  });
  if (!options || options.rest.length > 0) return undefined;
  const { flags, values } = options;
  // Without a boot, `-k` means this one.
  const boot = named ?? (flags.has('k') ? '0' : undefined);
  const priority = values.get('p');
  const level = priorities.indexOf(priority ?? '');
  const number = level < 0 ? priority : String(level);
  const last = values.get('n');
  if ((number !== undefined && !/^[0-7]$/.test(number)) || !/^\d{1,9}$/.test(last ?? '0')) return undefined;
  const unit = values.get('u');
  return {
    filters: [
      ...(unit === undefined ? [] : [`unit=${unitName(unit)}`]),
      ...(number === undefined ? [] : [`priority=${number}`]),
      ...(flags.has('k') ? ['kernel'] : []),
      ...(boot === undefined ? [] : [`boot=${boot}`]),
    ],
    boot,
    format: values.get('o') ?? 'short',
    program: values.get('t'),
    last: last === undefined ? undefined : Number(last),
    isReversed: flags.has('r'),
  };
}

/** An entry with the lines that belong to it. */
interface Entry {
  readonly text: string;
  /** That of the host's clock, such as `2026-11-20 14:00:01`. */
  readonly time: string | undefined;
  readonly program: string | undefined;
}

/**
 * Answers `journalctl` from a record with the same filters, or with the entries that all records with some of the filters have in common.
 * Finds the entries of a unit without a record by the name of its program, and those of a boot without a record by time.
 */
export const journalctl: Derive = async (args, sources) => {
  const asked = selectionOf(args);
  if (!asked || !/^short/.test(asked.format)) return undefined;
  const list = asked.boot === undefined ? undefined : await bootsIn(sources);
  const boot = list && bootOf(list.boots, asked.boot ?? '');
  const without = (filters: readonly string[], name: string): readonly string[] =>
    filters.filter((filter) => !filter.startsWith(`${name}=`));
  const anyBoot = without(asked.filters, 'boot');
  const wanted = boot ? { ...asked, filters: [...anyBoot, `boot=${boot.number}`] } : asked;
  const unit = wanted.filters.find((filter) => filter.startsWith('unit='))?.slice('unit='.length);
  const recorded = sources.commands('journalctl').flatMap((source) => {
    const selection = selectionOf(source.args);
    return selection ? [{ source, selection }] : [];
  });
  const exact = recorded.find(({ selection: { filters } }) => isSame(filters, wanted.filters));
  // Filters that no record was made with are applied to its entries.
  const attempts = [
    { filters: wanted.filters },
    { filters: wanted.filters.filter((filter) => filter !== 'kernel'), byKernel: true },
    { filters: anyBoot, byTime: true },
    // Only these records have messages about a unit from programs with other names.
    ...(unit !== undefined && asked.boot === undefined
      ? [{ filters: [...wanted.filters, 'boot=0'], ofThisBoot: true }]
      : []),
    { filters: without(wanted.filters, 'unit'), byProgram: true },
    { filters: without(anyBoot, 'unit'), byTime: true, byProgram: true },
  ].map(({ filters, byTime, byProgram, byKernel, ofThisBoot }) => ({
    ofThisBoot,
    byKernel: byKernel === true && wanted.filters.includes('kernel'),
    used: coveringAll(recorded, filters),
    byTime: byTime === true && asked.boot !== undefined,
    byProgram: byProgram === true && unit !== undefined,
  }));
  const { used, byTime, byProgram, byKernel, ofThisBoot } = exact
    ? { used: [exact.source] }
    : (attempts.find((attempt) => attempt.used !== undefined) ?? {});
  if (!used) return undefined;
  const all = await inAll(used);
  const period = byTime ? periodOf(asked.boot ?? '', list, boot, all) : undefined;
  const isOf = programTest(byKernel ? 'kernel' : wanted.program, byProgram ? unit : undefined);
  const entries = all.filter((entry) => isOf(entry) && (period?.has(entry) ?? true));
  if (wanted.isReversed) entries.reverse();
  const kept =
    wanted.last === undefined
      ? entries
      : wanted.isReversed
        ? entries.slice(0, wanted.last)
        : entries.slice(-wanted.last || entries.length);
  return {
    from: period && list ? [...used, list.source] : used,
    but:
      [
        ...(byProgram
          ? [`entries of programs named ${programOfUnit(unit)}, and of systemd about ${unit}`]
          : []),
        ...(ofThisBoot ? ['entries of the last boot'] : []),
        ...(period ? [period.text] : []),
      ].join('; ') || undefined,
    lines: kept.length === 0 ? ['-- No entries --'] : kept.map(({ text }) => text),
  };
};

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((filter) => others.includes(filter));
}

/** Records whose filters together are exactly `filters`. Undefined if no such records exist. */
function coveringAll(
  recorded: readonly { readonly source: Source; readonly selection: Selection }[],
  filters: readonly string[],
): readonly Source[] | undefined {
  const usable = recorded.filter(
    ({ selection }) =>
      selection.format === 'short-iso' &&
      selection.program === undefined &&
      selection.filters.every((filter) => filters.includes(filter)),
  );
  if (filters.length === 0) return usable[0] && [usable[0].source];
  const used: Source[] = [];
  const left = new Set(filters);
  for (const { source, selection } of usable.sort(
    (a, b) => b.selection.filters.length - a.selection.filters.length,
  ))
    if (selection.filters.some((filter) => left.has(filter))) {
      used.push(source);
      for (const filter of selection.filters) left.delete(filter);
    }
  return left.size === 0 ? used : undefined;
}

async function inAll(sources: readonly Source[]): Promise<Entry[]> {
  const [first, ...rest] = sources;
  if (!first) return [];
  let entries = await entriesOf(first);
  for (const source of rest) {
    const texts = new Set((await entriesOf(source)).map(({ text }) => text));
    entries = entries.filter(({ text }) => texts.has(text));
  }
  return entries;
}

async function entriesOf(source: Source): Promise<Entry[]> {
  const entries: { text: string[]; time: string | undefined; program: string | undefined }[] = [];
  const reader = journalEntries();
  for await (const line of source.lines()) {
    const last = entries.at(-1);
    if (/^\s/.test(line) && last) last.text.push(line);
    else if (!/^-- .{0,200} --$/.test(line)) {
      const { time, program } = reader.line(line) ?? {};
      entries.push({ text: [line], time: time?.slice(0, 19).replace('T', ' '), program });
    }
  }
  return entries.map(({ text, ...entry }) => ({ ...entry, text: text.join('\n') }));
}

function programOfUnit(unit: string | undefined): string {
  return unit?.replace(/(?:@[^.]*)?\.[a-z]+$/, '') ?? '';
}

function programTest(identifier: string | undefined, unit: string | undefined): (entry: Entry) => boolean {
  const name = programOfUnit(unit);
  return ({ program, text }) =>
    (identifier === undefined || program === identifier) &&
    (unit === undefined || program === name || (program === 'systemd' && text.includes(unit)));
}

/** What has a time of the host's clock, such as `2026-11-20 14:00:01`. */
interface Timed {
  readonly time: string | undefined;
}

/** Takes the option for a boot out of arguments. Its value may be left out, and may be a word of its own. */
function bootIn(args: readonly string[]): {
  readonly boot: string | undefined;
  readonly words: readonly string[];
} {
  const words: string[] = [];
  const left = [...args];
  let boot: string | undefined;
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const option = bootOption.exec(word);
    if (!option) {
      words.push(word);
      continue;
    }
    const [, others = '', joined] = option;
    const [, , separate] = bootOption.exec(`-b${left[0] ?? ''}`) ?? [];
    const value = joined ?? separate ?? '0';
    if (joined === undefined && separate !== undefined) left.shift();
    boot = value === 'all' ? undefined : value.replace(/^(?:\+|[+-](?=0+$))/, '');
    if (others !== '') words.push(`-${others}`);
  }
  return { boot, words };
}

/** The boots of the journal, the oldest first, as the archive has them. */
interface Boots {
  readonly source: Source;
  readonly boots: readonly RecordedBoot[];
}

async function bootsIn(sources: Sources): Promise<Boots | undefined> {
  const source = sources.command('journalctl', (args) => args.includes('--list-boots'));
  return source && { source, boots: (await allLines(source)).flatMap((line) => recordedBoot(line) ?? []) };
}

/** The boot that a number or an id means. Numbers from 1 count from the oldest. */
function bootOf(boots: readonly RecordedBoot[], asked: string): RecordedBoot | undefined {
  return /^[1-9]\d*$/.test(asked) && asked.length < 32
    ? boots[Number(asked) - 1]
    : boots.find(({ number, id }) => number === asked || id === asked);
}

/** The entries of a boot, by their times. @throws BuiltinError if the archive does not have the boot. */
function periodOf(
  asked: string,
  list: Boots | undefined,
  boot: RecordedBoot | undefined,
  entries: readonly Timed[],
) {
  if (!list)
    throw new BuiltinError(
      `boot ${asked} is not in the archive by itself, and its times are not known: the archive has no journalctl --list-boots`,
      notFound,
    );
  if (!boot) {
    const numbers = list.boots.map(({ number }) => number);
    const known = numbers.length < 3 ? numbers.join(' and ') || 'none' : `${numbers[0]} to ${numbers.at(-1)}`;
    throw new BuiltinError(`the journal of the host has no boot ${asked}; it has: ${known}`, notFound);
  }
  const { number, first, last } = boot;
  const isCurrent = number === '0';
  const times = entries.flatMap(({ time }) => time ?? []);
  const [begin = last, end = first] = [times[0], times.at(-1)];
  const span = `boot ${number}, from ${first}${isCurrent ? '' : ` to ${last}`}`;
  if ((!isCurrent && last < begin) || first > end)
    throw new BuiltinError(
      `the archive does not have ${span}: these messages are from ${begin} to ${end}`,
      notFound,
    );
  return {
    text: `entries of ${span}, by their times${first < begin ? `; the archive has them from ${begin} on` : ''}`,
    has: ({ time }: Timed) => time !== undefined && time >= first && (isCurrent || time <= last),
  };
}
