import { type Derive, given } from './derivation.js';

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
