/** Options of one letter that take no value and may be in any order, for programs that read them so. */
interface Letters {
  readonly letters: string;
  /** Of these, the last one counts, so lines with more than one are not compared. */
  readonly exclusive?: string;
  /** Long names of letters. */
  readonly long?: Readonly<Record<string, string>>;
}

const programs: Readonly<Record<string, Letters>> = {
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
    },
  },
  free: {
    letters: 'bkmghltwv',
    exclusive: 'bkmgh',
    long: { bytes: 'b', kibi: 'k', mebi: 'm', gibi: 'g', human: 'h', lohi: 'l', total: 't', wide: 'w' },
  },
  lsblk: { letters: 'abdfmpt', long: { all: 'a', bytes: 'b', nodeps: 'd', fs: 'f', perms: 'm', paths: 'p' } },
  lspci: { letters: 'vnkDx' },
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
    },
  },
  uname: { letters: 'asnrvmpio', long: { all: 'a', 'kernel-release': 'r', machine: 'm', nodename: 'n' } },
};

/** What may be written instead of each word of `ip`. */
const ipWords: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['address', /^a(d(d(r(e(s(s)?)?)?)?)?)?$/],
  ['link', /^l(i(n(k)?)?)?$/],
  ['route', /^r(o(u(t(e)?)?)?)?$/],
  ['neighbour', /^n(e(i(g(h(b(o(u?r)?)?)?)?)?)?)?$/],
  ['rule', /^ru(l(e)?)?$/],
];

const ipOptions: Readonly<Record<string, string>> = {
  stats: 's',
  statistics: 's',
  details: 'd',
  brief: 'br',
  oneline: 'o',
  json: 'j',
  numeric: 'N',
};

const ipFlags = new Set(['4', '6', 's', 'd', 'br', 'o', 'j', 'N']);

/**
 * A command line in one form for all lines that mean the same: options of one letter in any order and in one word or several, long
 * options, the short words of `ip`. Undefined if that is not known of this program or of one of its words.
 */
export function canonicalCommand(argv: readonly string[]): string | undefined {
  const [path = '', ...words] = argv;
  const program = programOf(path);
  const canonical = program === 'ip' ? canonicalIp(words) : canonicalLetters(programs[program], words);
  return canonical && JSON.stringify([program, ...canonical]);
}

/** The name of a program, without its directory. */
export function programOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function canonicalLetters(known: Letters | undefined, words: readonly string[]): string[] | undefined {
  if (!known) return undefined;
  const { letters, exclusive = '', long = {} } = known;
  const found: string[] = [];
  const others: string[] = [];
  for (const word of words) {
    if (word === '-' || word === '--') return undefined;
    if (!word.startsWith('-')) {
      others.push(word);
      continue;
    }
    const letter = Object.hasOwn(long, word.slice(2)) ? long[word.slice(2)] : undefined;
    const given = word.startsWith('--') ? (letter ?? '?') : word.slice(1);
    found.push(...given);
  }
  if (!found.every((letter) => letters.includes(letter))) return undefined;
  if (found.filter((letter) => exclusive.includes(letter)).length > 1) return undefined;
  return [found.sort().join(''), ...others];
}

function canonicalIp(words: readonly string[]): string[] | undefined {
  const rest = [...words];
  const flags: string[] = [];
  for (let word = rest[0]; word?.startsWith('-'); word = rest[0]) {
    const name = word.replace(/^--?/, '');
    const flag = Object.hasOwn(ipOptions, name) ? ipOptions[name] : name;
    if (flag === undefined || !ipFlags.has(flag)) return undefined;
    flags.push(flag);
    rest.shift();
  }
  const [object = '', ...arguments_] = rest;
  const name = ipWords.find(([, pattern]) => pattern.test(object))?.[0];
  if (name === undefined) return undefined;
  const shown = /^(s|sh|sho|show|list|ls|lst)$/.test(arguments_[0] ?? '') ? arguments_.slice(1) : arguments_;
  return [flags.sort().join(' '), name, ...shown];
}
