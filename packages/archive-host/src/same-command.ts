/** One-letter options without values, which a program accepts in any order. */
interface Letters {
  readonly letters: string;
  /** The last of these counts, so lines with more than one are not compared. */
  readonly exclusive?: string;
  /** The letters of long options, also those with values or that are not compared. */
  readonly long?: Readonly<Record<string, string>>;
}

const lettersByProgram: Readonly<Record<string, Letters>> = {
  df: {
    letters: 'ahHiklPT',
    exclusive: 'hHkP',
    long: {
      all: 'a',
      'human-readable': 'h',
      si: 'H',
      inodes: 'i',
      local: 'l',
      portability: 'P',
      'print-type': 'T',
      type: 't',
      'exclude-type': 'x',
    },
  },
  free: {
    letters: 'bkmghltwv',
    exclusive: 'bkmgh',
    long: { bytes: 'b', kibi: 'k', mebi: 'm', gibi: 'g', human: 'h', lohi: 'l', total: 't', wide: 'w' },
  },
  iostat: { letters: 'cdhkmNpstxyz' },
  // Each exclusive option adds its columns at its position.
  lsblk: {
    letters: 'abdfmpt',
    exclusive: 'fmt',
    long: { all: 'a', bytes: 'b', nodeps: 'd', fs: 'f', perms: 'm', paths: 'p' },
  },
  numactl: { letters: 'Hs', exclusive: 'Hs', long: { hardware: 'H', show: 's' } },
  lspci: { letters: 'vnkDx' },
  mdadm: { letters: 'DE', exclusive: 'DE', long: { detail: 'D', examine: 'E' } },
  netstat: {
    letters: 'aeglnoprstuWx',
    long: {
      all: 'a',
      numeric: 'n',
      programs: 'p',
      route: 'r',
      tcp: 't',
      udp: 'u',
      wide: 'W',
      listening: 'l',
    },
  },
  ss: {
    letters: 'aeilmnoprstuwxH',
    long: {
      all: 'a',
      extended: 'e',
      info: 'i',
      listening: 'l',
      memory: 'm',
      numeric: 'n',
      options: 'o',
      processes: 'p',
      summary: 's',
      tcp: 't',
      udp: 'u',
      raw: 'w',
      unix: 'x',
      ipv4: '4',
      ipv6: '6',
      'no-header': 'H',
    },
  },
  uname: {
    letters: 'asnrvmpio',
    long: {
      all: 'a',
      'kernel-name': 's',
      nodename: 'n',
      'kernel-release': 'r',
      'kernel-version': 'v',
      machine: 'm',
      'operating-system': 'o',
    },
  },
  vmstat: {
    letters: 'antwy',
    long: { active: 'a', 'one-header': 'n', timestamp: 't', wide: 'w', 'no-first': 'y' },
  },
};

/** The letters of the long options of a program. */
export function longOptions(program: string): Readonly<Record<string, string>> {
  return programs.get(program)?.long ?? {};
}

/** Programs whose numbers say how often and how many times they print. */
const samplers: ReadonlySet<string> = new Set(['iostat', 'mpstat', 'pidstat', 'sar', 'vmstat']);

/** By program: options that another option includes, or that only explain the output or write names as numbers. */
const covered = new Map<string, ReadonlyMap<string, string | undefined>>([
  ['chronyc', new Map([...'nv'].map((letter) => [`-${letter}`, undefined]))],
  ['smartctl', new Map(['-a', '--all', '--xall', '-H', '--health'].map((option) => [option, '-x']))],
]);

/** Options before all other words that change nothing of what a program prints when its output is recorded. */
const neutralByProgram: Readonly<Record<string, readonly string[]>> = {
  'aa-status': ['--verbose'],
  busctl: ['--no-pager'],
  coredumpctl: ['--no-pager'],
  hostnamectl: ['--no-pager'],
  localectl: ['--no-pager'],
  loginctl: ['--no-pager'],
  machinectl: ['--no-pager'],
  resolvectl: ['--no-pager'],
  smartctl: ['-n', 'standby'],
  'systemd-analyze': ['--no-pager'],
  timedatectl: ['--no-pager'],
  virsh: ['--readonly', '-r'],
  zypper: ['-n', '--non-interactive', '--no-refresh'],
};

const neutral = new Map(Object.entries(neutralByProgram));

/** What these programs do if they are not told what to do. */
const defaultVerbs = new Map([
  ['busctl', 'list'],
  ['coredumpctl', 'list'],
  ['hostnamectl', 'status'],
  ['localectl', 'status'],
  ['loginctl', 'list-sessions'],
  ['machinectl', 'list'],
  ['resolvectl', 'status'],
  ['systemd-analyze', 'time'],
  ['timedatectl', 'status'],
]);

const programs = new Map(Object.entries(lettersByProgram));

/** Objects of `ip`. An abbreviation stands for the first that starts with it. */
const ipObjects = ['address', 'link', 'route', 'neighbour', 'rule'];

/** The default action of `ip`. Abbreviations as for `ipObjects`. */
const ipShow = ['show', 'list', 'lst'];

const ipOptions = new Map([
  ['stats', 's'],
  ['statistics', 's'],
  ['details', 'd'],
  ['brief', 'br'],
  ['oneline', 'o'],
  ['json', 'j'],
  ['numeric', 'N'],
]);

const ipFlags = new Set(['4', '6', 's', 'd', 'br', 'o', 'j', 'N']);

/**
 * Rewrites a command line so that lines with the same meaning become equal: one-letter options in any order and grouping, long options,
 * abbreviations of `ip`. Undefined if the program or one of its words is not known.
 */
export function canonicalCommand(argv: readonly string[]): string | undefined {
  const [path = '', ...words] = argv;
  const program = programOf(path);
  const canonical = canonicalWords(program, words);
  return canonical && JSON.stringify([program, ...canonical]);
}

function canonicalWords(program: string, words: readonly string[]): readonly unknown[] | undefined {
  if (program === 'ip') return ipWords(words);
  const told = withoutNeutral(neutral.get(program), words);
  const verb = told?.length === 0 ? defaultVerbs.get(program) : undefined;
  if (verb !== undefined) return [verb];
  return told ?? canonicalLetters(programs.get(program), words);
}

/** Words that select what a program does by default. */
const defaultWords: ReadonlySet<string> = new Set([
  'all',
  'last',
  'list',
  'list-sessions',
  'show',
  'status',
  'verbose',
]);

/**
 * How many words a recorded command has beyond those of a line: options, their values, numbers and words for a default. Undefined if a word
 * of the line is missing, or another word of the recorded command selects something else.
 */
export function extraWords(asked: readonly string[], recorded: readonly string[]): number | undefined {
  const [program, other] = [asked, recorded].map(([path = '']) => programOf(path));
  if (program === undefined || program !== other) return undefined;
  const isOption = (word: string): boolean => word.startsWith('-');
  const words = comparable(program, asked);
  const options = new Set(words.filter(isOption).flatMap((word) => covering(program, word)));
  const others = words.filter((word) => !isOption(word) && !(samplers.has(program) && isNumber(word)));
  let extra = 0;
  let before = '';
  for (const word of comparable(program, recorded)) {
    const isValue = isOption(before) && (word === 'json' || !/^[a-z-]+$/.test(word));
    before = word;
    if (options.delete(word)) continue;
    if (word === others[0]) others.shift();
    else if ((isOption(word) && word !== '--version') || isValue || isNumber(word) || defaultWords.has(word))
      extra++;
    else return undefined;
  }
  return options.size + others.length === 0 ? extra : undefined;
}

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** The words after the program, without neutral ones; each option of a known group of letters is a word. */
function comparable(program: string, [, ...words]: readonly string[]): readonly string[] {
  const letters = programs.get(program)?.letters ?? '';
  const isGroup = (word: string): boolean =>
    /^-\w+$/.test(word) && [...word.slice(1)].every((letter) => letters.includes(letter));
  return (withoutNeutral(neutral.get(program), words) ?? words).flatMap((word) =>
    isGroup(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word],
  );
}

function covering(program: string, option: string): readonly string[] {
  const options = covered.get(program);
  if (!options?.has(option)) return [option];
  const by = options.get(option);
  return by === undefined ? [] : [by];
}

/** The name of a program without its directory. */
export function programOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name of the program of a command line. */
export function programIn(line: string): string {
  return programOf(line.split(' ', 1)[0] ?? '');
}

function withoutNeutral(
  known: readonly string[] | undefined,
  words: readonly string[],
): readonly string[] | undefined {
  if (!known) return undefined;
  const first = words.findIndex((word) => !known.includes(word));
  return first === -1 ? [] : words.slice(first);
}

function canonicalLetters(known: Letters | undefined, words: readonly string[]): unknown[] | undefined {
  if (!known) return undefined;
  const { letters, exclusive = '', long = {} } = known;
  const longNames = new Map(Object.entries(long));
  const isOption = (word: string): boolean => /^-./.test(word);
  const lettersOf = (word: string): string[] =>
    word.startsWith('--') ? [longNames.get(word.slice(2)) ?? '?'] : [...word.slice(1)];
  const found = words.filter(isOption).flatMap(lettersOf);
  if (!found.every((letter) => letters.includes(letter))) return undefined;
  if (found.filter((letter) => exclusive.includes(letter)).length > 1) return undefined;
  return [found.sort(), words.filter((word) => !isOption(word))];
}

/** The words of an `ip` in full: sorted options, the object, and what follows its action. Undefined if one is not known. */
export function ipWords(
  words: readonly string[],
): readonly [flags: string[], object: string, rest: string[]] | undefined {
  const first = words.findIndex((word) => !word.startsWith('-'));
  const flags = words.slice(0, first).map((word) => {
    const name = word.replace(/^--?/, '');
    return ipOptions.get(name) ?? name;
  });
  const [object, ...rest] = words.slice(first);
  const name = begunBy(object === 'neighbor' ? 'neighbour' : object, ipObjects);
  if (name === undefined || !flags.every((flag) => ipFlags.has(flag))) return undefined;
  return [flags.sort(), name, begunBy(rest[0], ipShow) ? rest.slice(1) : rest];
}

function begunBy(word: string | undefined, names: readonly string[]): string | undefined {
  return word ? names.find((name) => name.startsWith(word)) : undefined;
}
