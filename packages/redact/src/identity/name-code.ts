// How often each character is in names of hosts and people, roughly. An escape precedes all other bytes.
const frequent: readonly (readonly [string, number])[] = [
  ['ea', 14],
  ['nrst', 12],
  ['io01', 11],
  ['dl', 9],
  ['cmp-', 8],
  ['bhu2', 6],
  ['gvw', 5],
  ['fk3456789', 4],
  ['jxy', 3],
  ['z_. ', 2],
  ['q', 1],
];

interface Sign {
  readonly text: string;
  readonly from: bigint;
  readonly weight: bigint;
}

const end = 'end';
const escapeSign = 'escape';
const signs: Sign[] = [];
let sum = 0;
// The end is the first, because only it may leave the number 0.
const weights = [
  [end, 1] as const,
  ...frequent.flatMap(([characters, weight]) => [...characters].map((each) => [each, weight] as const)),
  [escapeSign, 1] as const,
];
for (const [text, weight] of weights) {
  signs.push({ text, from: BigInt(sum), weight: BigInt(weight) });
  sum += weight;
}
const total = BigInt(sum);
const byText = new Map(signs.map((each) => [each.text, each]));
const bySlot = signs.flatMap((each) => Array<Sign>(Number(each.weight)).fill(each));

/** Writes a name, with one character for each byte, as a number. The more usual its characters are, the smaller it is. */
export function encodeName(name: string): bigint {
  let state = add(0n, end);
  for (const character of [...name].reverse())
    if (byText.has(character)) state = add(state, character);
    else state = add(state * 256n + BigInt(character.charCodeAt(0)), escapeSign);
  return state;
}

function add(state: bigint, text: string): bigint {
  const { from, weight } = byText.get(text) as Sign;
  return (state / weight) * total + (state % weight) + from;
}

/** Reads a name from a number; undefined if no name of at most `longest` bytes is written so. */
export function decodeName(code: bigint, longest: number): string | undefined {
  let state = code;
  let name = '';
  while (name.length <= longest) {
    const slot = state % total;
    const { text, from, weight } = bySlot[Number(slot)] as Sign;
    state = weight * (state / total) + slot - from;
    if (text === end) return state === 0n && encodeName(name) === code ? name : undefined;
    if (text === escapeSign) {
      name += String.fromCharCode(Number(state % 256n));
      state /= 256n;
    } else name += text;
  }
  return undefined;
}
