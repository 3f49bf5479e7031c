import { type Process, processRows } from '@hostspec/parse';
import { allLines, columns, type Derive, given, lettersOf, rowLines } from './derivation.js';
import { bootLine } from './system.js';

type Compare<Row = Process> = (a: Row, b: Row) => number;

/** Compares by the first that tells two rows apart. */
function inTurn<Row>(compares: readonly Compare<Row>[]): Compare<Row> {
  return (a, b) => {
    for (const compare of compares) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** A word of `--sort`: the name of a column, and whether the order is reversed. */
function sortKey(word: string): { readonly name: string; readonly sign: 1 | -1 } {
  return { name: word.replace(/^[-+]/, ''), sign: word.startsWith('-') ? -1 : 1 };
}

const byText =
  (text: (process: Process) => string): Compare =>
  (a, b) =>
    text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0;
const byCpu: Compare = (a, b) => a.cpu - b.cpu;
const byResident: Compare = (a, b) => a.resident - b.resident;
const byTime: Compare = (a, b) => (a.seconds === b.seconds ? 0 : a.seconds - b.seconds);
const byCommand = byText(({ command }) => command);

/** By the names that ps has for the columns of `ps aux`. */
const keys = new Map<string, Compare>([
  ['%cpu', byCpu],
  ['pcpu', byCpu],
  ['%mem', byResident],
  ['pmem', byResident],
  ['rss', byResident],
  ['rsz', byResident],
  ['pid', (a, b) => a.pid - b.pid],
  ['user', byText(({ user }) => user)],
  ['time', byTime],
  ['cputime', byTime],
  ['args', byCommand],
  ['cmd', byCommand],
  ['comm', byCommand],
  ['command', byCommand],
]);

const isAux = (letters: string): boolean => /^(?=.*a)(?=.*u)(?=.*x)[auxw]+$/.test(letters);

/** `ps aux --sort=KEY,…`: the recorded rows in another order. `ps -eo COLUMN,…`: these columns of the recorded ones. */
export const ps: Derive = async (args, sources) =>
  (await ofUsers(args, sources)) ?? (await withColumns(args, sources));

const ofUsers: Derive = async (args, sources) => {
  const sort = args.findIndex((word) => word.startsWith('--sort'));
  const order = args[sort]?.includes('=') ? args[sort].slice('--sort='.length) : args[sort + 1];
  const others = sort < 0 ? args : args.toSpliced(sort, args[sort]?.includes('=') ? 1 : 2);
  if (others.some((word) => word.startsWith('--')) || !isAux(lettersOf(others, true))) return undefined;
  const compares = sort < 0 ? [] : (order ?? '').split(',').map(comparing);
  const source = sources.command('ps', (recorded) => isAux(lettersOf(recorded, true)));
  if (!source || compares.includes(undefined)) return undefined;
  const lines = await allLines(source);
  const compare = inTurn(compares.flatMap((each) => each ?? []));
  const rows = rowLines(processRows, lines).sort((a, b) => compare(a.row, b.row));
  const head = lines.find((line) => /^\s*USER\s/.test(line));
  return { from: [source], lines: [...(head === undefined ? [] : [head]), ...rows.map(({ text }) => text)] };
};

function comparing(word: string): Compare | undefined {
  const { name, sign } = sortKey(word);
  const compare = keys.get(name);
  return compare && ((a, b) => sign * compare(a, b));
}

/** The columns of `ps -eo pid,ppid,user:32,stat,lstart,etimes,pcpu,pmem,rss,wchan:32,cgroup:80,args`. */
const recordedColumns = 'pid,ppid,user,stat,lstart,etimes,pcpu,pmem,rss,wchan,cgroup,args'.split(',');
const recordedRow =
  /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S+ \S+\s+\d+ [\d:]+ \d+)\s+(\d+)\s+([\d.]+)\s+([\d.]+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S.*)$/;

/** Other names of these columns, with the head that ps gives them. */
const columnNames: Readonly<Record<string, readonly [column: string, head: string]>> = {
  pid: ['pid', 'PID'],
  ppid: ['ppid', 'PPID'],
  user: ['user', 'USER'],
  stat: ['stat', 'STAT'],
  state: ['stat', 'S'],
  s: ['stat', 'S'],
  lstart: ['lstart', 'STARTED'],
  etimes: ['etimes', 'ELAPSED'],
  pcpu: ['pcpu', '%CPU'],
  '%cpu': ['pcpu', '%CPU'],
  pmem: ['pmem', '%MEM'],
  '%mem': ['pmem', '%MEM'],
  rss: ['rss', 'RSS'],
  wchan: ['wchan', 'WCHAN'],
  cgroup: ['cgroup', 'CGROUP'],
  args: ['args', 'COMMAND'],
  cmd: ['args', 'CMD'],
  command: ['args', 'COMMAND'],
};

const withColumns: Derive = async (args, sources) => {
  const options = given(args, { flags: 'eAw', values: 'oS', long: { sort: 'S', format: 'o' } });
  const source = sources.command('ps', (recorded) => recorded.some((word) => word.includes('cgroup:80')));
  if (!options || options.rest.length > 0 || !source) return undefined;
  const { flags, values } = options;
  const known = (name: string) => (Object.hasOwn(columnNames, name) ? columnNames[name] : undefined);
  const shown = (values.get('o') ?? '').split(',').map((word) => word.replace(/:\d+$/, ''));
  const order = (values.get('S') ?? '').split(',').filter(Boolean).map(sortKey);
  if (!(flags.has('e') || flags.has('A')) || ![...shown, ...order.map(({ name }) => name)].every(known))
    return undefined;
  const cell = (row: readonly string[], name: string): string => {
    const [column = '', head] = known(name) ?? [];
    const text = row[recordedColumns.indexOf(column) + 1] ?? '';
    return head === 'S' ? text.slice(0, 1) : text;
  };
  const rows = (await allLines(source)).flatMap((line) => {
    const row = recordedRow.exec(line);
    return row ? [[...row]] : [];
  });
  const compares = order.map(
    ({ name, sign }): Compare<readonly string[]> =>
      (a, b) =>
        sign * cell(a, name).localeCompare(cell(b, name), 'en', { numeric: true }),
  );
  rows.sort(inTurn(compares));
  const heads = shown.map((name) => known(name)?.[1] ?? '');
  const left = [...shown.keys()].filter(
    (at) => !/^(?:pp?id|etimes|rss|pcpu|pmem|%cpu|%mem)$/.test(shown[at] ?? ''),
  );
  return {
    from: [source],
    lines: columns([heads, ...rows.map((row) => shown.map((name) => cell(row, name)))], left),
  };
};

const isBatch = (letters: string): boolean => letters.includes('b');

/** `top`: one screen of its batch mode. */
export const top: Derive = async (args, sources) => {
  if (!args.every((word) => /^-?(?:[bcw1]{1,4}|b?n|b?n?\d+|w\d*)$/.test(word))) return undefined;
  const source = sources.command('top', (recorded) => isBatch(lettersOf(recorded)));
  return source && { from: [source], lines: source.lines() };
};

/** `uptime`: the first line of `w` or `top`. `uptime -s`: the time of the boot. */
export const uptime: Derive = async (args, sources) => {
  if (args.join() === '-s' || args.join() === '--since') return bootLine(sources);
  const source =
    sources.command('w', () => true) ?? sources.command('top', (recorded) => isBatch(lettersOf(recorded)));
  if (args.length > 0 || !source) return undefined;
  const line = (await allLines(source)).find((each) => / load average: /.test(each));
  return line === undefined ? undefined : { from: [source], lines: [line.replace(/^top - /, ' ')] };
};

/** `lsof` with `-p PID`, `-u USER` or `-i`: these rows of the list of all. */
export const lsof: Derive = async (args, sources) => {
  const options = given(args, { flags: 'nPi', values: 'pu' });
  const source = sources.command('lsof', (recorded) => recorded.length === 0);
  if (!options || options.rest.length > 0 || !source) return undefined;
  const { flags, values } = options;
  const [head = '', ...rows] = await allLines(source);
  // COMMAND PID [TID TASKCMD] USER FD TYPE DEVICE SIZE/OFF NODE NAME; TID, TASKCMD and what is unknown are blank.
  const at = (name: string): number => head.indexOf(name);
  const ends = { pid: at('PID') + 3, user: at('USER') + 4 };
  const words = (row: string, end: number): string => row.slice(0, end).trimEnd().split(' ').at(-1) ?? '';
  const wanted = rows.filter(
    (row) =>
      (values.get('p') ?? words(row, ends.pid)) === words(row, ends.pid) &&
      (values.get('u') ?? words(row, ends.user)) === words(row, ends.user) &&
      (!flags.has('i') || / IPv[46] /.test(row)),
  );
  return { from: [source], lines: [head, ...wanted], status: wanted.length === 0 ? 1 : 0 };
};
