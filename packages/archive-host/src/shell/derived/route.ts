import { BlockList, isIP } from 'node:net';
import { ipWords } from '../../same-command.js';
import { allLines, type Derived, type Source, type Sources } from './derivation.js';

/** The output of an `ip` that recorded an object with exactly these flags, and exactly these words after it. */
export const recordedIp = (
  sources: Sources,
  flags: string,
  object: string,
  words: string,
): Source | undefined =>
  sources.command('ip', (args) => {
    const [recorded, name, rest] = ipWords(args) ?? [];
    return recorded?.join() === flags && name === object && rest?.join(' ') === words;
  });

const allRoutes = (sources: Sources, is6: boolean): Source | undefined =>
  recordedIp(sources, is6 ? '6' : '', 'route', 'table all');

/** The main table among all routes. */
export async function mainRoutes(
  flags: readonly string[],
  rest: readonly string[],
  sources: Sources,
): Promise<Derived | undefined> {
  if (rest.length > 0) return undefined;
  const is6 = flags.includes('6');
  const source = allRoutes(sources, is6);
  if (!source) return undefined;
  const isMain = (line: string): boolean =>
    !/ table \S/.test(line) && (is6 || !/^\S*:| pref (?:low|medium|high)\b/.test(line));
  return { from: [source], lines: (await allLines(source)).filter(isMain) };
}

/** `ip route get ADDRESS`: the narrowest route to the address in the tables that are used without rules. */
export async function routeTo(
  address: string,
  more: readonly string[],
  sources: Sources,
): Promise<Derived | undefined> {
  const family = isIP(address);
  const source = allRoutes(sources, family === 6);
  if (family === 0 || more.length > 0 || !source) return undefined;
  // Each next hop is on a line of its own: the first is shown.
  const text = (await allLines(source)).join('\n').replaceAll(/ *\n\s+nexthop/g, ' nexthop');
  const routes = text.split('\n').flatMap((line) => routeOf(line, address) ?? []);
  const [best] = routes.sort((one, other) => other.length - one.length || one.metric - other.metric);
  const failure = `RTNETLINK answers: ${best ? 'No route to host' : 'Network is unreachable'}`;
  return {
    from: [source],
    but: 'without the rules of routing',
    lines: [best?.words ?? failure],
    status: best?.words === undefined ? 2 : 0,
  };
}

interface Route {
  /** The bits of the network. */
  readonly length: number;
  readonly metric: number;
  /** As `ip route get` shows it; undefined if the route refuses. */
  readonly words: string | undefined;
}

/** A route that leads to an address; undefined for others, and those of other tables. */
function routeOf(line: string, address: string): Route | undefined {
  const [, type = '', target = '', rest = ''] =
    /^(?:(local|broadcast|unreachable|blackhole|prohibit) )?(default|[\da-f.:]+(?:\/\d+)?) (.*)$/.exec(
      line,
    ) ?? [];
  const word = (name: string): string | undefined => new RegExp(`(?:^| )${name} (\\S+)`).exec(rest)?.[1];
  if (target === '' || (word('table') ?? 'local') !== 'local') return undefined;
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const isDefault = target === 'default';
  // Both families can be in one output.
  if (isDefault && family === 'ipv4' && word('pref') !== undefined) return undefined;
  const every = family === 'ipv6' ? '::/0' : '0.0.0.0/0';
  const [network = '', bits] = (isDefault ? every : target).split('/');
  if (isIP(network) !== isIP(address)) return undefined;
  const length = Number(bits ?? (family === 'ipv6' ? 128 : 32));
  const subnet = new BlockList();
  subnet.addSubnet(network, length, family);
  if (!subnet.check(address, family)) return undefined;
  const words = ['via', 'dev', 'src'].flatMap((name) => {
    const value = name === 'dev' && type === 'local' ? 'lo' : word(name);
    return value === undefined ? [] : [name, value];
  });
  const isRefused = ['unreachable', 'blackhole', 'prohibit'].includes(type);
  return {
    ...{ length, metric: Number(word('metric') ?? 0) },
    words: isRefused ? undefined : [type, address, ...words].join(' ').trim(),
  };
}
