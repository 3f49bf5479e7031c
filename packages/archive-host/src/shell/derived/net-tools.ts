import { longOptions } from '../../same-command.js';
import { allLines, columns, type Derive, given, lettersOf } from './derivation.js';
import { mainRoutes } from './route.js';

/** `route -n` and `netstat -rn`: the main table of IPv4, from `ip route show table all`. */
export const route: Derive = async (args, sources) => {
  const main = args.join(' ') === '-n' ? await mainRoutes([], [], sources) : undefined;
  if (!main) return undefined;
  const head = ['Destination', 'Gateway', 'Genmask', 'Flags', 'Metric', 'Ref', 'Use', 'Iface'];
  const cells: (readonly string[])[] = [];
  let before = '';
  for await (const line of main.lines) {
    // If a route has several next hops, each is on a line of its own, after a line with only the target.
    const way = /^\s+nexthop (.*)$/.exec(line)?.[1];
    if (way === undefined) before = line;
    const found = routeCells(way === undefined ? line : `${before} ${way}`);
    if (found) cells.push(found);
  }
  const [titles, ...rows] = columns([head, ...cells], [...head.keys()], [15, 15, 15]);
  return {
    from: main.from,
    but: 'without counts of use',
    lines: ['Kernel IP routing table', titles ?? '', ...rows],
  };
};

/** The cells of a route; undefined if it has no way of its own. */
function routeCells(line: string): readonly string[] | undefined {
  const [, type, target = '', rest = ''] =
    /^(?:(unreachable|blackhole|prohibit) )?(default|[\d.]+(?:\/\d+)?) ?(.*)$/.exec(line) ?? [];
  const word = (name: string): string | undefined => new RegExp(`(?:^| )${name} (\\S+)`).exec(rest)?.[1];
  const device = word('dev') ?? (type === 'blackhole' ? '*' : undefined);
  const isRefused = type === 'unreachable' || type === 'prohibit';
  if (target === '' || (device === undefined && !isRefused)) return undefined;
  const [address = '', length = '32'] = (target === 'default' ? '0.0.0.0/0' : target).split('/');
  const mask = [0, 8, 16, 24].map((from) => 256 - 2 ** (8 - Math.min(8, Math.max(0, Number(length) - from))));
  const gateway = word('via');
  const flags = `${isRefused ? '!' : 'U'}${gateway === undefined ? '' : 'G'}${length === '32' ? 'H' : ''}`;
  const missing = isRefused ? '-' : '0.0.0.0';
  const metric = word('metric') ?? '0';
  return [address, gateway ?? missing, mask.join('.'), flags, metric, '0', '0', device ?? '-'];
}

/** `netstat -rn`, and the rows of `netstat` with other options from one that recorded all sockets. */
export const netstat: Derive = async (args, sources) => {
  const options = given(args, { flags: 'antulprW46', long: longOptions('netstat') });
  if (!options || options.rest.length > 0) return undefined;
  const { flags } = options;
  if (flags.has('r')) return flags.has('n') && flags.size === 2 ? route(['-n'], sources) : undefined;
  const source = sources.command('netstat', (words) =>
    /^(?=.*a)(?=.*n)(?=.*p)(?:[aneopW]+|(?=.*t)(?=.*u)[aneoptuW]+)$/.test(lettersOf(words)),
  );
  const kinds = ['tcp', 'udp'].filter((kind) => flags.has(kind.charAt(0)));
  if (!source || kinds.length === 0) return undefined;
  const isListeningRow = (line: string): boolean =>
    / LISTEN /.test(line) || /^udp\S*\s+\d+\s+\d+\s+\S+\s+\S+:\*\s/.test(line);
  const isFamily = (line: string): boolean =>
    flags.has('4') === flags.has('6') || /^\w{3}6/.test(line) === flags.has('6');
  const isWanted = (line: string): boolean =>
    kinds.some((kind) => line.startsWith(kind)) &&
    isFamily(line) &&
    (flags.has('a') || isListeningRow(line) === flags.has('l'));
  const lines = await allLines(source);
  const head = lines.find((line) => line.startsWith('Proto Recv-Q'));
  return {
    from: [source],
    but: 'with all columns',
    lines: [...(head === undefined ? [] : [head]), ...lines.filter(isWanted)],
  };
};
