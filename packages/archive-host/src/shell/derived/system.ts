import { counted } from '@hostspec/host-kit';
import { bootTimeOf, cpuinfoOf, osReleaseOf } from '@hostspec/parse';
import { longOptions } from '../../same-command.js';
import {
  allLines,
  type Derive,
  type Derived,
  given,
  lettersOf,
  type Source,
  type Sources,
} from './derivation.js';

/** `uname -s|-n|-r|-v|-m|-o`, in any combination: from `uname -a`. */
export const uname: Derive = async (args, sources) => {
  const options = given(args, { flags: 'snrvmo', long: longOptions('uname') });
  const source = sources.command('uname', (words) => words.join(' ') === '-a');
  if (!options || options.rest.length > 0 || !source) return undefined;
  // If processor and platform are known, they follow the machine and equal it.
  const [, s = '', n = '', r = '', v = '', m = '', o = ''] =
    /^(\S+) (\S+) (\S+) (.+?) (\S+)(?: \5)* (\S+)$/.exec((await allLines(source))[0] ?? '') ?? [];
  const parts = Object.entries({ s, n, r, v, m, o });
  const wanted = parts.filter(
    ([letter]) => options.flags.has(letter) || (args.length === 0 && letter === 's'),
  );
  return s === '' ? undefined : { from: [source], lines: [wanted.map(([, part]) => part).join(' ')] };
};

/** `lsb_release -a|-d|-r|-c [-s]`: from `/etc/os-release`. */
export const lsbRelease: Derive = async (args, sources) => {
  const options = given(args, {
    flags: 'adrcs',
    long: { all: 'a', description: 'd', release: 'r', codename: 'c', short: 's' },
  });
  const source = sources.file('/etc/os-release') ?? sources.file('/usr/lib/os-release');
  if (!options || options.rest.length > 0 || args.length === 0 || !source) return undefined;
  const { PRETTY_NAME, VERSION_ID, VERSION_CODENAME } = osReleaseOf((await allLines(source)).join('\n'));
  const rows = [
    ['d', 'Description', PRETTY_NAME],
    ['r', 'Release', VERSION_ID],
    ['c', 'Codename', VERSION_CODENAME],
  ] as const;
  const { flags } = options;
  return {
    from: [source],
    but: flags.has('a') ? 'without the distributor' : undefined,
    lines: rows
      .filter(([letter]) => flags.has('a') || flags.has(letter))
      .map(([, name, value = 'n/a']) => (flags.has('s') ? value : `${name}:\t${value}`)),
  };
};

/** `dmesg -T`: from `dmesg` and the time of the boot. */
export const dmesg: Derive = async (args, sources) => {
  const options = given(args, { flags: 'T', long: { ctime: 'T' } });
  const source = sources.command('dmesg', ({ length }) => length === 0);
  if (!options?.flags.has('T') || options.rest.length > 0 || !source) return undefined;
  const boot = await bootIn(sources);
  return (
    boot && {
      from: [source, boot.source],
      but: 'with times in UTC, which are wrong by the time that the host slept',
      lines: dated(source.lines(), boot.time),
    }
  );
};

/** The time of the boot, as `uptime -s` prints it. */
async function bootLine(sources: Sources): Promise<Derived | undefined> {
  const boot = await bootIn(sources);
  if (!boot) return undefined;
  const line = new Date(boot.time).toISOString().slice(0, 19).replace('T', ' ');
  return { from: [boot.source], but: 'in UTC', lines: [line] };
}

async function bootIn(
  sources: Sources,
): Promise<{ readonly source: Source; readonly time: number } | undefined> {
  const source = sources.file('/proc/stat');
  const time = source && bootTimeOf((await allLines(source)).join('\n'));
  return source && time !== undefined ? { source, time } : undefined;
}

async function* dated(lines: AsyncIterable<string>, booted: number): AsyncGenerator<string> {
  for await (const line of lines)
    yield line.replace(/^\[ {0,12}(\d{1,12})\.\d+\]/, (_, seconds) => {
      const [day, date, month, year, time] = new Date(booted + 1000 * Number(seconds))
        .toUTCString()
        .split(' ');
      return `[${day?.slice(0, 3)} ${month} ${date?.replace(/^0/, ' ')} ${time} ${year}]`;
    });
}

const isBatch = (letters: string): boolean => letters.includes('b');

/** `top`: one screen of its batch mode. */
export const top: Derive = async (args, sources) => {
  if (!args.every((word) => /^-?(?:[bcw1]{1,4}|b?n|b?n?\d+|w\d*)$/.test(word))) return undefined;
  const source = sources.command('top', (recorded) => isBatch(lettersOf(recorded)));
  return source && { from: [source], lines: source.lines() };
};

/** `uptime`: the first line of `w` or `top`. `uptime -s`: the time of the boot. `uptime -p`: the time since then. */
export const uptime: Derive = async (args, sources) => {
  if (args.join() === '-s' || args.join() === '--since') return bootLine(sources);
  if (args.join() === '-p' || args.join() === '--pretty') return prettyUptime(sources);
  const source =
    sources.command('w', () => true) ?? sources.command('top', (recorded) => isBatch(lettersOf(recorded)));
  if (args.length > 0 || !source) return undefined;
  const line = (await allLines(source)).find((each) => / load average: /.test(each));
  return line === undefined ? undefined : { from: [source], lines: [line.replace(/^top - /, ' ')] };
};

const prettyUptime = async (sources: Sources): Promise<Derived | undefined> => {
  const source = sources.command('uptime', ({ length }) => length === 0);
  const [line = ''] = source ? await allLines(source) : [];
  const [, days, hours, minutes, only] =
    / up +(?:(\d+) days?, +)?(?:(\d+):(\d\d)|(\d+) min)?(?=,)/.exec(line) ?? [];
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes ?? only, 'minute'],
  ].flatMap(([count, unit]) => (Number(count ?? 0) > 0 ? [counted(Number(count), unit ?? '')] : []));
  return source && parts.length > 0 ? { from: [source], lines: [`up ${parts.join(', ')}`] } : undefined;
};

/** `sysctl [-n] NAME…`: settings of the kernel, or those below a name, from the list of all. */
export const sysctl: Derive = async (args, sources) => {
  const options = given(args, { flags: 'n', long: { values: 'n' } });
  const source = sources.command('sysctl', (words) => words.join(' ') === '-a');
  if (!options || options.rest.length === 0 || !source) return undefined;
  const all = await allLines(source);
  const wanted = options.rest.map((name) => {
    const key = name.replaceAll('/', '.');
    return all.filter((line) => line.startsWith(`${key} = `) || line.startsWith(`${key}.`));
  });
  if (wanted.some(({ length }) => length === 0)) return undefined;
  const isBare = options.flags.has('n');
  return {
    from: [source],
    lines: wanted.flat().map((line) => (isBare ? line.slice(line.indexOf(' = ') + 3) : line)),
  };
};

/** `nproc`: the processors in `/proc/cpuinfo`. */
export const nproc: Derive = async (args, sources) => {
  const source = sources.file('/proc/cpuinfo');
  if (args.join('') !== '' || !source) return undefined;
  const count = cpuinfoOf((await allLines(source)).join('\n'))?.count;
  return count === undefined ? undefined : { from: [source], lines: [String(count)] };
};

/** The types of a keyword of `dmidecode --type`, from its manual. */
const typesByKeyword: Readonly<Record<string, readonly number[]>> = {
  bios: [0, 13],
  system: [1, 12, 15, 23, 32],
  baseboard: [2, 10, 41],
  chassis: [3],
  processor: [4],
  memory: [5, 6, 16, 17],
  cache: [7],
  connector: [8],
  slot: [9],
};

/** `dmidecode -t TYPE`: structures of these types, from the output with all. */
export const dmidecode: Derive = async (args, sources) => {
  const [option, wanted = '', ...more] = args.flatMap((word) => word.split('='));
  const source = sources.command('dmidecode', (recorded) => recorded.length === 0);
  if ((option !== '-t' && option !== '--type') || more.length > 0 || !source) return undefined;
  const types = wanted
    .split(',')
    .flatMap((word) => (Object.hasOwn(typesByKeyword, word) ? typesByKeyword[word] : [Number(word)]));
  if (wanted === '' || !types.every(Number.isInteger)) return undefined;
  let isWanted = false;
  const lines = (await allLines(source)).filter((line) => {
    const [, type] = /^Handle 0x[0-9A-F]+, DMI type (\d+),/.exec(line) ?? [];
    if (type !== undefined) isWanted = types.includes(Number(type));
    return isWanted;
  });
  return { from: [source], lines };
};
