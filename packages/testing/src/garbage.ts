/**
 * Texts that no tool prints, made of pieces of what it does print, control characters and bytes that are not UTF-8:
 * always the same ones, so that a failure repeats, and others for each number in the variable `HOSTSPEC_SEED`.
 */
export function garbageTexts(pieces: readonly string[], count = 200): Uint8Array[] {
  const random = generator(pieces.join('').length + 1 + Number(process.env.HOSTSPEC_SEED ?? 0));
  const encoder = new TextEncoder();
  const parts = [
    ...pieces,
    '\n',
    '\n',
    ' ',
    '\t',
    ':',
    '"',
    "'",
    '\\',
    '=',
    '|',
    '/',
    '-',
    '%s',
    '\0',
    'é',
    '\u2028',
  ];
  return Array.from({ length: count }, () => {
    const bytes: number[] = [];
    for (let rest = random(40); rest > 0; rest--) {
      if (random(8) === 0) bytes.push(random(256));
      else bytes.push(...encoder.encode(parts[random(parts.length)]));
    }
    return Uint8Array.from(bytes);
  });
}

/** Whole numbers from 0 to below the limit: a linear congruential generator. */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
