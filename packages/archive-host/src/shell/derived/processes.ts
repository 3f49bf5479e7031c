import { type Process, processRows } from '@hostspec/parse';
import { byText, type Compare, inTurn } from '../compare.js';
import {
  allLines,
  columns,
  type Derive,
  given,
  lettersOf,
  rowLines,
  type Source,
  type Sources,
} from './derivation.js';

/** A word of `--sort`: the name of a column, and whether the order is reversed. */
function sortKey(word: string): { readonly name: string; readonly sign: 1 | -1 } {
  return { name: word.replace(/^[-+]/, ''), sign: word.startsWith('-') ? -1 : 1 };
}

const by =
  (text: (process: Process) => string): Compare<Process> =>
  (a, b) =>
    byText(text(a), text(b));
const byCpu: Compare<Process> = (a, b) => (a.cpu ?? 0) - (b.cpu ?? 0);
const byResident: Compare<Process> = (a, b) => a.resident - b.resident;
const byTime: Compare<Process> = (a, b) => (a.seconds === b.seconds ? 0 : a.seconds - b.seconds);
const byCommand = by(({ command }) => command);

/** By the names that ps has for the columns of `ps aux`. */
const keys = new Map<string, Compare<Process>>([
  ['%cpu', byCpu],
  ['pcpu', byCpu],
  ['%mem', byResident],
  ['pmem', byResident],
  ['rss', byResident],
  ['rsz', byResident],
  ['pid', (a, b) => a.pid - b.pid],
  ['user', by(({ user }) => user)],
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
  if (rows.length === 0) return undefined;
  const head = lines.find((line) => /^\s*USER\s/.test(line));
  return { from: [source], lines: [...(head === undefined ? [] : [head]), ...rows.map(({ text }) => text)] };
};

function comparing(word: string): Compare<Process> | undefined {
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
  comm: ['comm', 'COMMAND'],
  cmd: ['args', 'CMD'],
  command: ['args', 'COMMAND'],
};

/** The recorded rows with all columns, as cells. */
async function recordedRows(
  sources: Sources,
): Promise<{ readonly source: Source; readonly rows: (readonly string[])[] } | undefined> {
  const source = sources.command('ps', (recorded) => recorded.some((word) => word.includes('cgroup:80')));
  if (!source) return undefined;
  const rows = (await allLines(source)).flatMap((line) => {
    const [, ...row] = recordedRow.exec(line) ?? [];
    return row.length === 0 ? [] : [row];
  });
  return { source, rows };
}

const knownColumn = (name: string) => (Object.hasOwn(columnNames, name) ? columnNames[name] : undefined);

/** What a row has in a column. The name of a program is the first word of its command. */
function cellOf(row: readonly string[], name: string): string {
  const [column = '', head] = knownColumn(name) ?? [];
  const text = row[recordedColumns.indexOf(column === 'comm' ? 'args' : column)] ?? '';
  if (column === 'comm') return /^\[(.+)\]$|^(?:\S*\/)?([^\s:]+)/.exec(text)?.slice(1).find(Boolean) ?? text;
  return head === 'S' ? text.slice(0, 1) : text;
}

const withColumns: Derive = async (args, sources) => {
  const options = given(args, {
    flags: 'eAwf',
    values: 'oSpuC',
    long: { sort: 'S', format: 'o', pid: 'p', user: 'u' },
  });
  const recorded = await recordedRows(sources);
  if (!options || options.rest.length > 0 || !recorded) return undefined;
  const { flags, values } = options;
  const shown = (values.get('o') ?? 'pid,user,stat,pcpu,pmem,args')
    .split(',')
    .map((word) => word.replace(/:\d+$/, ''));
  const order = (values.get('S') ?? '').split(',').filter(Boolean).map(sortKey);
  const chosen = (['pid', 'user', 'comm'] as const).flatMap((column, at) => {
    const wanted = values.get('puC'.charAt(at))?.split(',');
    return wanted === undefined ? [] : [{ column, wanted }];
  });
  if (!(flags.has('e') || flags.has('A') || chosen.length > 0)) return undefined;
  if (![...shown, ...order.map(({ name }) => name)].every(knownColumn)) return undefined;
  const compares = order.map(
    ({ name, sign }): Compare<readonly string[]> =>
      (a, b) =>
        sign * cellOf(a, name).localeCompare(cellOf(b, name), 'en', { numeric: true }),
  );
  const rows = recorded.rows
    .filter((row) => chosen.every(({ column, wanted }) => wanted.includes(cellOf(row, column))))
    .sort(inTurn(compares));
  const heads = shown.map((name) => knownColumn(name)?.[1] ?? '');
  const left = [...shown.keys()].filter(
    (at) => !/^(?:pp?id|etimes|rss|pcpu|pmem|%cpu|%mem)$/.test(shown[at] ?? ''),
  );
  return {
    from: [recorded.source],
    but: values.has('o') ? undefined : 'with other columns',
    lines: columns([heads, ...rows.map((row) => shown.map((name) => cellOf(row, name)))], left),
    status: rows.length === 0 ? 1 : 0,
  };
};

/** `pgrep [-a] [-l] [-f] [-x] [-u USER] NAME`, of which NAME is a word: the processes with it in their name, or in their command with -f. */
export const pgrep: Derive = async (args, sources) => {
  const options = given(args, { flags: 'alfx', values: 'u' });
  const [name = ''] = options?.rest ?? [];
  const recorded = await recordedRows(sources);
  if (options?.rest.length !== 1 || !/^[\w@-]+$/.test(name) || !recorded) return undefined;
  const { flags, values } = options;
  const user = values.get('u');
  const found = recorded.rows.filter((row) => {
    const text = cellOf(row, flags.has('f') ? 'args' : 'comm');
    return (
      (flags.has('x') ? text === name : text.includes(name)) &&
      (user === undefined || cellOf(row, 'user') === user)
    );
  });
  const told = flags.has('a') ? 'args' : flags.has('l') ? 'comm' : undefined;
  return {
    from: [recorded.source],
    lines: found.map((row) => [cellOf(row, 'pid'), ...(told ? [cellOf(row, told)] : [])].join(' ')),
    status: found.length === 0 ? 1 : 0,
  };
};

/** `pidof NAME`. */
export const pidof: Derive = async ([name = '', ...more], sources) => {
  const found = more.length === 0 ? await pgrep(['-x', name], sources) : undefined;
  if (!found) return undefined;
  const pids: string[] = [];
  for await (const pid of found.lines) pids.unshift(pid);
  return { ...found, lines: pids.length === 0 ? [] : [pids.join(' ')] };
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
