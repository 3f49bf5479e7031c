import { countOf, wordsOf } from './words.js';

/** A network interface in the output of `ip address`. */
export interface Interface {
  readonly name: string;
  /** `UP`, `DOWN`, `UNKNOWN`, … */
  readonly state: string;
  readonly mtu: number | undefined;
  /** With the length of the prefix. */
  readonly addresses: readonly string[];
}

/** The interfaces in the output of `ip address`, in order. */
export function interfacesOf(text: string): Interface[] {
  return blocksOf(text).map(({ name, lines }) => {
    const head = wordsOf(lines[0] ?? '');
    const after = (word: string): string | undefined => head[head.indexOf(word) + 1 || head.length];
    const addresses = lines.flatMap((line) => {
      const [family = '', address] = wordsOf(line);
      return /^inet6?$/.test(family) && address !== undefined ? [address] : [];
    });
    return { name, state: after('state') ?? 'UNKNOWN', mtu: countOf(after('mtu')), addresses };
  });
}

/** What an interface lost, in one direction. */
export interface Losses {
  readonly name: string;
  readonly direction: 'received' | 'sent';
  readonly packets: number;
  /** Counters that are not 0, such as `errors` and `dropped`, by name. */
  readonly lost: Readonly<Record<string, number>>;
}

const kinds = ['errors', 'dropped', 'missed', 'overrun', 'carrier', 'collsns'];

/** The losses of each interface in the output of `ip -s link`; only those that lost something. */
export function lossesOf(text: string): Losses[] {
  return blocksOf(text).flatMap(({ name, lines }) =>
    lines.flatMap((line, index) => {
      const direction = /^\s+(RX|TX):\s/.exec(line)?.[1];
      if (direction === undefined) return [];
      const names = wordsOf(line).slice(1);
      const counts = wordsOf(lines[index + 1] ?? '').map(countOf);
      const lost = names
        .map((kind, at) => [kind, counts[at] ?? 0] as const)
        .filter(([kind, count]) => kinds.includes(kind) && count > 0);
      const packets = counts[names.indexOf('packets')] ?? 0;
      return lost.length === 0
        ? []
        : [
            {
              name,
              direction: direction === 'RX' ? 'received' : 'sent',
              packets,
              lost: Object.fromEntries(lost),
            },
          ];
    }),
  );
}

/** The lines of each interface; the first one has its name. */
function blocksOf(text: string): { readonly name: string; readonly lines: string[] }[] {
  const blocks: { name: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = /^\d+: ([^:@\s]{1,64})[:@]/.exec(line)?.[1];
    if (name === undefined) blocks.at(-1)?.lines.push(line);
    else blocks.push({ name, lines: [line] });
  }
  return blocks;
}
