import { type RecordedBoot, recordedBoot } from '@hostspec/host-kit';
import { BuiltinError, notFound } from '../builtin.js';
import { allLines, type Source, type Sources } from './derivation.js';

/** What has a time of the host's clock, such as `2026-11-20 14:00:01`. */
interface Timed {
  readonly time: string | undefined;
}

const bootOption = /^(?:-([krqxela]*)b|--boot)(?:=?(all|[+-]?\d{1,6}|[0-9a-f]{32}))?$/;

/** Takes the option for a boot out of arguments. Its value may be left out, and may be a word of its own. */
export function bootIn(args: readonly string[]): {
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

/** The list of boots, if the archive has it. */
export async function bootsIn(sources: Sources): Promise<Boots | undefined> {
  const source = sources.command('journalctl', (args) => args.includes('--list-boots'));
  return source && { source, boots: (await allLines(source)).flatMap((line) => recordedBoot(line) ?? []) };
}

/** The boot that a number or an id means. Numbers from 1 count from the oldest. */
export function bootOf(boots: readonly RecordedBoot[], asked: string): RecordedBoot | undefined {
  return /^[1-9]\d*$/.test(asked) && asked.length < 32
    ? boots[Number(asked) - 1]
    : boots.find(({ number, id }) => number === asked || id === asked);
}

/** The entries of a boot, by their times. @throws BuiltinError if the archive does not have the boot. */
export function periodOf(
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
