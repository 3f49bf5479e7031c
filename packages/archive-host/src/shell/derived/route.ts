import { BlockList, isIP } from 'node:net';
import { ipWords } from '../../same-command.js';
import { allLines, type Derived, type Sources } from './derivation.js';

/** `ip route get ADDRESS`: the narrowest route to it, of the tables that are asked without rules. */
export async function wayTo(
  address: string,
  more: readonly string[],
  sources: Sources,
): Promise<Derived | undefined> {
  const family = isIP(address);
  const source = sources.command('ip', (args) => {
    const [recorded = [], name, rest = []] = ipWords(args) ?? [];
    const isFamily = recorded.join() === (family === 6 ? '6' : '');
    return isFamily && name === 'route' && rest.join(' ') === 'table all';
  });
  if (family === 0 || more.length > 0 || !source) return undefined;
  // Each of several ways is on a line of its own: the first is shown.
  const routes = (await allLines(source)).join('\n').replaceAll(/ *\n\s+nexthop/g, ' nexthop');
  const ways = routes.split('\n').flatMap((line) => wayOf(line, address) ?? []);
  const [best] = ways.sort((one, other) => other.length - one.length || one.metric - other.metric);
  const failure = `RTNETLINK answers: ${best ? 'No route to host' : 'Network is unreachable'}`;
  return {
    from: [source],
    but: 'without the rules of routing',
    lines: [best?.words ?? failure],
    status: best?.words === undefined ? 2 : 0,
  };
}

interface Way {
  /** The bits of the network. */
  readonly length: number;
  readonly metric: number;
  /** As `ip route get` shows it; undefined if the route refuses. */
  readonly words: string | undefined;
}

/** A route that leads to an address; undefined for others, and those of other tables. */
function wayOf(line: string, address: string): Way | undefined {
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
