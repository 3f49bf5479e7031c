import { type Interface, interfaces, isListening, rowsOf, type Socket, sockets } from '@hostspec/parse';
import { ipWords, longOptions } from '../../same-command.js';
import {
  allLines,
  columns,
  type Derive,
  type Derived,
  given,
  lettersOf,
  rowLines,
  type Sources,
} from './derivation.js';
import { mainRoutes, recordedIp, routeTo } from './route.js';

/** `ss`: sockets of TCP and UDP from an `ss` that recorded at least those. */
export const ss: Derive = async (args, sources) => {
  const options = given(args, { flags: 'lantup46H', long: longOptions('ss') });
  if (!options || options.rest.length > 0) return undefined;
  const { flags } = options;
  const protocols = (['tcp', 'udp'] as const).filter((protocol) => flags.has(protocol.charAt(0)));
  if (protocols.length === 0) return undefined;
  const wants = (recorded: string): boolean =>
    ['t', 'u', 'n'].every(
      (letter) => recorded.includes(letter) || (letter !== 'n' && !/[tuwxd]/.test(recorded)),
    ) &&
    (!flags.has('p') || recorded.includes('p')) &&
    (recorded.includes('a') || (flags.has('l') && recorded.includes('l')));
  const source = sources.command('ss', (words) => wants(lettersOf(words)));
  if (!source) return undefined;
  const rows = rowLines(sockets, await allLines(source))
    .map(({ row }) => row)
    .filter((row) => protocols.includes(row.protocol) && isWanted(row, flags));
  return {
    from: [source],
    but: flags.has('n') ? undefined : 'with numbers instead of the names of ports',
    lines: rowsOfSs(rows, protocols.length > 1, flags),
  };
};

function isWanted(row: Socket, flags: ReadonlySet<string>): boolean {
  const family = row.local.startsWith('[') || row.local.startsWith('*') ? '6' : '4';
  if (flags.has('4') !== flags.has('6') && !flags.has(family)) return false;
  return flags.has('a') || isListening(row) === flags.has('l');
}

function rowsOfSs(rows: readonly Socket[], hasKinds: boolean, flags: ReadonlySet<string>): string[] {
  const kind = (text: string): string[] => (hasKinds ? [text] : []);
  const users = (text: string): string[] => (flags.has('p') ? [text] : []);
  const head = [
    ...kind('Netid'),
    'State',
    'Recv-Q',
    'Send-Q',
    'Local Address:Port',
    'Peer Address:Port',
    ...users('Process'),
  ];
  const cells = rows.map((row) => [
    ...kind(row.protocol),
    row.state,
    String(row.receiveQueue),
    String(row.sendQueue),
    row.local,
    row.peer,
    ...users(row.users ?? ''),
  ]);
  const lines = columns(
    [head, ...cells],
    [...head.keys()].filter((at) => !/Address/.test(head[at] ?? '')),
  );
  return flags.has('H') ? lines.slice(1) : lines;
}

/** `ip address`, `ip link`, `ip route` and `ip neighbour`: brief forms, one interface or one family of what was recorded. */
export const ip: Derive = async (args, sources) => {
  const [flags = [], object, rest = []] = (ipWords(args) ?? []) as [string[]?, string?, string[]?];
  const known = flags.every((flag) => ['br', '4', '6', 's'].includes(flag));
  if (!known || object === undefined) return undefined;
  if (object === 'neighbour') return neighbours(flags, rest, sources);
  if (object === 'route' && rest[0] === 'get') return routeTo(rest[1] ?? '', rest.slice(2), sources);
  if (object === 'route') return flags.includes('br') ? undefined : mainRoutes(flags, rest, sources);
  const [device, ...more] = rest[0] === 'dev' ? rest.slice(1) : rest;
  if ((object !== 'address' && object !== 'link') || more.length > 0) return undefined;
  const isCounted = flags.includes('s');
  const source =
    object === 'link'
      ? ((isCounted ? undefined : ipSource(sources, 'address')) ?? ipSource(sources, 'link'))
      : ipSource(sources, 'address');
  if (!source || (isCounted && !(object === 'link' && ipWords(source.args)?.[0].includes('s'))))
    return undefined;
  const blocks = blocksOf(await allLines(source)).filter(
    ({ row }) => device === undefined || row.name === device,
  );
  const isFamily = (address: string): boolean =>
    flags.includes('4') === flags.includes('6') || address.includes(':') === flags.includes('6');
  if (device !== undefined && blocks.length === 0)
    return { from: [source], lines: [`Device "${device}" does not exist.`], status: 1 };
  return {
    from: [source],
    lines: blocks.flatMap((block) => {
      if (flags.includes('br')) return briefLine(block.row, object, isFamily);
      return linesOfBlock(block, object, isFamily);
    }),
  };
};

function ipSource(sources: Sources, object: string) {
  const accept = (wanted: readonly string[]) => (args: readonly string[]) => {
    const [flags, name, rest] = ipWords(args) ?? [];
    return (
      name === object &&
      (rest as string[]).length === 0 &&
      (flags as string[]).every((flag) => wanted.includes(flag))
    );
  };
  return sources.command('ip', accept([])) ?? sources.command('ip', accept(['d', 's']));
}

interface Block {
  readonly row: Interface;
  readonly lines: readonly string[];
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: string[][] = [];
  for (const line of lines)
    if (/^\d+: /.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(line);
  return blocks.flatMap((block) => {
    const [row] = rowsOf(interfaces, block);
    return row ? [{ row, lines: block }] : [];
  });
}

function briefLine(row: Interface, object: string, isFamily: (address: string) => boolean): string[] {
  const name = row.link === undefined ? row.name : `${row.name}@${row.link}`;
  const addresses = row.addresses.filter(isFamily);
  const told = object === 'link' ? [row.mac ?? '', `<${row.flags.join(',')}>`] : addresses;
  return [`${name.padEnd(16)} ${row.state.padEnd(14)} ${told.join(' ')} `];
}

/** The lines about an interface, without those about addresses that are not wanted. */
function linesOfBlock(
  { row, lines }: Block,
  object: string,
  isFamily: (address: string) => boolean,
): string[] {
  if (object === 'address' && !row.addresses.some(isFamily) && row.addresses.length > 0) return [];
  let isKept = true;
  return lines.filter((line) => {
    const [, address] = /^\s+inet6? (\S+)/.exec(line) ?? [];
    if (address !== undefined) isKept = object === 'address' && isFamily(address);
    else if (!/^\s+valid_lft /.test(line)) isKept = true;
    return isKept;
  });
}

/** The neighbours of both families without those that need no address resolution, which `ip` shows only on request. */
async function neighbours(
  flags: readonly string[],
  rest: readonly string[],
  sources: Sources,
): Promise<Derived | undefined> {
  if (rest.length > 0 || flags.includes('br')) return undefined;
  const families = flags.length > 0 ? flags : ['4', '6'];
  const from = families.flatMap((family) => recordedIp(sources, family, 'neighbour', 'nud all') ?? []);
  if (from.length < families.length) return undefined;
  const lines = (await Promise.all(from.map(allLines))).flat();
  return { from, lines: lines.filter((line) => !/ (?:NOARP|NONE) *$/.test(line)) };
}
