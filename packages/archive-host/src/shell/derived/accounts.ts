import { accounts, type PasswdRow } from '@hostspec/parse';
import { allLines, type Derive, given, rowLines, type Source } from './derivation.js';

const derivedLast =
  (program: string, accept: (word: string) => boolean, always?: string): Derive =>
  async (args, sources) => {
    const options = given(args, { flags: 'Fwxai', values: 'n' });
    const most = options?.values.get('n') ?? '';
    const source = sources.command(program, (words) => words.every(accept));
    if (!options || !/^\d{0,9}$/.test(most) || !source) return undefined;
    const { flags, rest } = options;
    const but = [...(always === undefined ? [] : [always]), ...(flags.has('F') ? [] : ['with full times'])];
    return {
      from: [source],
      but: but.length === 0 ? undefined : but.join(' and '),
      lines: chosen(source.lines(), rest, flags.has('x'), most === '' ? undefined : Number(most)),
    };
  };

/** `last [-n N] [USER…]`: from a recorded `last` with more columns and rows. */
export const last = derivedLast('last', (word) => /^(?:-[Fwxn]+|\d+)$/.test(word));

/** `lastb`: as `last`. It is recorded with names of accounts, because others type a password there by mistake. */
export const lastb = derivedLast(
  'lastb',
  (word) => /^(?:-[Fwn]+|[^-].*)$/.test(word),
  'only of accounts that exist',
);

async function* chosen(
  lines: AsyncIterable<string>,
  names: readonly string[],
  hasSystem: boolean,
  most: number | undefined,
): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    const [user = '', terminal = ''] = line.split(/\s+/);
    const isEnd = line === '' || /^[wb]tmp\S* begins /.test(line);
    if (!isEnd && !hasSystem && (user === 'shutdown' || user === 'runlevel')) continue;
    if (!isEnd && names.length > 0 && !names.includes(user) && !names.includes(terminal)) continue;
    if (!isEnd && most !== undefined && ++count > most) continue;
    yield line;
  }
}

const but = 'without the accounts of a directory service';

interface Group {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
}

const groupsOf = async (source: Source): Promise<Group[]> =>
  (await allLines(source)).flatMap((line) => {
    const [name = '', , gid = '', members = ''] = line.split(':');
    return /^\d{1,10}$/.test(gid) ? [{ name, gid: Number(gid), members: members.split(',') }] : [];
  });

const isNamed = (id: number, name: string, wanted: string): boolean =>
  name === wanted || String(id) === wanted;

/** `id NAME` and `id -u|-g|-G [-n] NAME`: from `/etc/passwd` and `/etc/group`. */
export const id: Derive = async (args, sources) => {
  const [passwd, group] = [sources.file('/etc/passwd'), sources.file('/etc/group')];
  const letters = args.flatMap((word) => (/^-[ugGn]+$/.test(word) ? [...word.slice(1)] : []));
  const [wanted, ...more] = args.filter((word) => !/^-[ugGn]+$/.test(word));
  const kinds = letters.filter((letter) => letter !== 'n');
  if (!passwd || !group || wanted === undefined || wanted.startsWith('-') || more.length > 0)
    return undefined;
  if (kinds.length > 1 || (kinds.length === 0 && letters.length > 0)) return undefined;
  const from = [passwd, group];
  const account = rowLines(accounts, await allLines(passwd)).find(({ row }) =>
    isNamed(row.uid, row.name, wanted),
  )?.row;
  if (!account) return { from, but, lines: [`id: ‘${wanted}’: no such user`], status: 1 };
  return { from, but, lines: [idLine(account, await groupsOf(group), kinds[0], letters.includes('n'))] };
};

function idLine(
  { name, uid, gid }: PasswdRow,
  groups: readonly Group[],
  kind: string | undefined,
  isByName: boolean,
): string {
  const nameOf = (wanted: number): string | undefined => groups.find((each) => each.gid === wanted)?.name;
  const member = groups.filter((each) => each.members.includes(name)).map((each) => each.gid);
  const gids = [...new Set([gid, ...member])];
  const shown = (each: number): string => (isByName ? (nameOf(each) ?? String(each)) : String(each));
  const full = (each: number): string => {
    const known = nameOf(each);
    return known === undefined ? String(each) : `${each}(${known})`;
  };
  if (kind === 'u') return isByName ? name : String(uid);
  if (kind === 'g') return shown(gid);
  if (kind === 'G') return gids.map(shown).join(' ');
  return `uid=${uid}(${name}) gid=${full(gid)} groups=${gids.map(full).join(',')}`;
}

/** `getent passwd|group [NAME|ID]…`: lines of `/etc/passwd` and `/etc/group`. */
export const getent: Derive = async ([database, ...keys], sources) => {
  const source = database === 'passwd' || database === 'group' ? sources.file(`/etc/${database}`) : undefined;
  if (!source) return undefined;
  const lines = await allLines(source);
  const found = keys.flatMap((key) => {
    const line = lines.find((each) => {
      const [name, , number] = each.split(':');
      return name === key || number === key;
    });
    return line === undefined ? [] : [line];
  });
  if (keys.length === 0) return { from: [source], but, lines };
  return { from: [source], but, lines: found, status: found.length === keys.length ? 0 : 2 };
};

/** `passwd -S NAME`: the line of the list of all accounts. */
export const passwd: Derive = async (args, sources) => {
  const options = given(args, { flags: 'S', long: { status: 'S' } });
  const source = sources.command('passwd', (words) => words.join(' ') === '-S -a');
  const [name, ...more] = options?.rest ?? [];
  if (!options?.flags.has('S') || name === undefined || more.length > 0 || !source) return undefined;
  const lines = (await allLines(source)).filter((line) => line.startsWith(`${name} `));
  if (lines.length > 0) return { from: [source], lines };
  return { from: [source], lines: [`passwd: user '${name}' does not exist`], status: 1 };
};
