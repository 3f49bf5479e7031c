import { type FileSystem, fileSystems, mountRows } from '@hostspec/parse';
import { longOptions } from '../../same-command.js';
import { allLines, columns, type Derive, given, lettersOf, rowLines } from './derivation.js';
import { humanCeiling } from './memory.js';

/** `df`: blocks or inodes of the recorded `df`, in the wanted unit; types from the table of mounts. */
export const df: Derive = async (args, sources) => {
  const options = given(args, { flags: 'hHkmPiTl', values: 'tx', long: longOptions('df') });
  if (!options) return undefined;
  const { flags, values, rest } = options;
  const source = sources.command('df', (recorded) => {
    const letters = lettersOf(recorded);
    return !/[hHBm]/.test(letters) && letters.includes('i') === flags.has('i');
  });
  if (!source) return undefined;
  const needsTypes = flags.has('T') || values.size > 0;
  const mounts = needsTypes ? sources.file('/proc/mounts') : undefined;
  if (needsTypes && !mounts) return undefined;
  const rows = mounts ? rowLines(mountRows, await allLines(mounts)) : [];
  const types = new Map(rows.map(({ row }) => [row.path, row.type]));
  const all = withoutRepeated(rowLines(fileSystems, await allLines(source)).map(({ row }) => row));
  const shown = rest.length === 0 ? all : rest.flatMap((path) => holderOf(all, path) ?? []);
  const kept = shown.filter(({ mount }) => {
    const type = types.get(mount);
    return (values.get('t') ?? type) === type && (!values.has('x') || values.get('x') !== type);
  });
  const isLocal = lettersOf(source.args).includes('l') && !flags.has('l');
  return {
    from: mounts ? [source, mounts] : [source],
    but: isLocal ? 'without network file systems such as NFS' : undefined,
    lines: rowsOfDf(kept, flags, types),
  };
};

/** Keeps only the shortest path of a device that is mounted more than once, as df does without `-a`. */
function withoutRepeated(all: readonly FileSystem[]): FileSystem[] {
  const shortest = new Map<string, FileSystem>();
  for (const each of all) {
    const key = each.device.startsWith('/') ? each.device : each.mount;
    const before = shortest.get(key);
    if (!before || each.mount.length < before.mount.length) shortest.set(key, each);
  }
  const kept = new Set(shortest.values());
  return all.filter((each) => kept.has(each));
}

/** The file system that a path is on. */
function holderOf(all: readonly FileSystem[], path: string): FileSystem | undefined {
  const holds = ({ mount }: FileSystem): boolean =>
    path === mount || path.startsWith(mount === '/' ? '/' : `${mount}/`);
  return all.filter(holds).sort((a, b) => b.mount.length - a.mount.length)[0];
}

function rowsOfDf(
  all: readonly FileSystem[],
  flags: ReadonlySet<string>,
  types: ReadonlyMap<string, string>,
): string[] {
  const isInodes = flags.has('i');
  const isHuman = flags.has('h') || flags.has('H');
  const size = (value: number): string => {
    if (isHuman) return humanCeiling(value * (isInodes ? 1 : 1024), flags.has('H') ? 1000 : 1024, !isInodes);
    return String(flags.has('m') && !isInodes ? Math.ceil(value / 1024) : value);
  };
  const block = flags.has('m') ? '1M-blocks' : flags.has('P') ? '1024-blocks' : '1K-blocks';
  const numbers = isInodes
    ? ['Inodes', 'IUsed', 'IFree', 'IUse%']
    : isHuman
      ? ['Size', 'Used', 'Avail', 'Use%']
      : [block, 'Used', 'Available', flags.has('P') ? 'Capacity' : 'Use%'];
  const type = (text: string): string[] => (flags.has('T') ? [text] : []);
  const rows = all.map((each) => [
    each.device,
    ...type(types.get(each.mount) ?? '-'),
    size(each.size),
    size(each.used),
    size(each.available),
    `${each.percent}%`,
    each.mount,
  ]);
  const head = ['Filesystem', ...type('Type'), ...numbers, 'Mounted on'];
  const last = head.length - 1;
  return columns([head, ...rows], flags.has('T') ? [0, 1, last] : [0, last], [
    14,
    ...(flags.has('T') ? [4] : []),
    5,
    5,
    5,
    4,
  ]);
}

/** `mount`: from another form of it, or the kernel's table of mounts. */
export const mount: Derive = async (args, sources) => {
  const options = given(args, { flags: 'l', values: 't' });
  const printed = sources.command('mount', (words) => words.length === 0);
  const source = printed ?? sources.file('/proc/mounts');
  if (!options || options.rest.length > 0 || !source) return undefined;
  const types = options.values.get('t')?.split(',');
  const lines = (await allLines(source)).flatMap(
    (line) => (printed ? printedMount(line) : tableMount(line)) ?? [],
  );
  return {
    from: [source],
    lines: lines.filter(({ type }) => !types || types.includes(type)).map(({ text }) => text),
  };
};

interface MountLine {
  readonly text: string;
  readonly type: string;
}

function printedMount(text: string): MountLine | undefined {
  // Take the last match, because a path may have these words, too.
  const [, type] = /^ type (\S{1,64}) \(/.exec(text.slice(text.lastIndexOf(' type '))) ?? [];
  return type === undefined ? undefined : { text, type };
}

function tableMount(line: string): MountLine | undefined {
  const row = mountRows().line(line);
  if (!row) return undefined;
  const { device, path, type, options } = row;
  return { text: `${device} on ${path} type ${type} (${options.join(',')})`, type };
}

/** `du` with -s or --max-depth, in a unit: what a `du` that was recorded counted for these directories. */
export const du: Derive = async (args, sources) => {
  const options = given(args, {
    flags: 'shkmx',
    values: 'd',
    long: { summarize: 's', 'human-readable': 'h', 'max-depth': 'd', 'one-file-system': 'x' },
  });
  if (!options || options.rest.length === 0) return undefined;
  const { flags, values, rest } = options;
  const depth = flags.has('s') ? 0 : Number(values.get('d') ?? Number.NaN);
  const from = rest.map((path) =>
    sources.command('du', (words) => {
      const counted = Number(words.find((word) => word.startsWith('--max-depth='))?.slice(12) ?? 0);
      const [top = ''] = words.slice(-1);
      return lettersOf(words).includes('k') && depthBelow(path, top) + depth <= counted;
    }),
  );
  const known = from.filter((source) => source !== undefined);
  if (known.length < rest.length) return undefined;
  const size = (kilobytes: number): string => {
    if (flags.has('h')) return humanCeiling(kilobytes * 1024, 1024, true);
    return String(flags.has('m') ? Math.ceil(kilobytes / 1024) : kilobytes);
  };
  const counts = await Promise.all(known.map(allLines));
  const lines = counts.flatMap((own, at) =>
    own.flatMap((line) => {
      const [, kilobytes, path = ''] = /^(\d{1,15})\t(.*)$/.exec(line) ?? [];
      const top = rest[at] ?? '';
      return kilobytes !== undefined && depthBelow(path, top) <= depth
        ? [`${size(Number(kilobytes))}\t${path}`]
        : [];
    }),
  );
  const isOne = known.some(({ args: recorded }) => recorded.includes('-x')) && !flags.has('x');
  return { from: known, but: isOne ? 'without other file systems below' : undefined, lines };
};

/** How many names a path is below a directory. Infinite if it is elsewhere. */
function depthBelow(path: string, directory: string): number {
  if (path === directory) return 0;
  if (!path.startsWith(`${directory}/`)) return Number.POSITIVE_INFINITY;
  return path.slice(directory.length).replace(/^\/+/, '').split('/').length;
}

/** `findmnt` with `-t TYPE,…` or `-O OPTION,…`: from the kernel's table of mounts. */
export const findmnt: Derive = async (args, sources) => {
  const options = given(args, {
    flags: 'ln',
    values: 'tO',
    long: { list: 'l', noheadings: 'n', types: 't', options: 'O' },
  });
  const source = sources.file('/proc/mounts');
  if (!options || options.rest.length > 0 || !source) return undefined;
  const { flags, values } = options;
  const [types, wanted] = ['t', 'O'].map((letter) => values.get(letter)?.split(','));
  const rows = rowLines(mountRows, await allLines(source))
    .map(({ row }) => row)
    .filter(
      (row) =>
        (types?.includes(row.type) ?? true) &&
        (wanted?.every((option) => row.options.includes(option)) ?? true),
    );
  const cells = rows.map(({ path, device, type, options: given }) => [path, device, type, given.join(',')]);
  const head = flags.has('n') ? [] : [['TARGET', 'SOURCE', 'FSTYPE', 'OPTIONS']];
  return {
    from: [source],
    but: flags.has('l') ? undefined : 'as a list, not as a tree',
    lines: columns([...head, ...cells], [0, 1, 2, 3]),
    status: rows.length > 0 ? 0 : 1,
  };
};
