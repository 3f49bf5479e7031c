import { type Derive, given } from './derivation.js';

/** `last [-n N] [USER…]`: from a recorded `last` with more columns and rows. */
export const last: Derive = async (args, sources) => {
  const options = given(args, { flags: 'Fwxai', values: 'n' });
  const most = options?.values.get('n') ?? '';
  const source = sources.command('last', (words) => words.every((word) => /^(?:-[Fwxn]+|\d+)$/.test(word)));
  if (!options || !/^\d{0,9}$/.test(most) || !source) return undefined;
  const { flags, rest } = options;
  return {
    from: [source],
    but: flags.has('F') ? undefined : 'with full times',
    lines: chosen(source.lines(), rest, flags.has('x'), most === '' ? undefined : Number(most)),
  };
};

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
