import { allLines, type Derive, given } from './derivation.js';

/** `sysctl [-n] NAME…`: settings of the kernel, or those below a name, from the list of all. */
export const sysctl: Derive = async (args, sources) => {
  const options = given(args, { flags: 'n', long: { values: 'n' } });
  const source = sources.command('sysctl', (words) => words.join(' ') === '-a');
  if (!options || options.rest.length === 0 || !source) return undefined;
  const all = await allLines(source);
  const wanted = options.rest.map((name) => {
    const key = name.replaceAll('/', '.');
    return all.filter((line) => line.startsWith(`${key} = `) || line.startsWith(`${key}.`));
  });
  if (wanted.some(({ length }) => length === 0)) return undefined;
  const isBare = options.flags.has('n');
  return {
    from: [source],
    lines: wanted.flat().map((line) => (isBare ? line.slice(line.indexOf(' = ') + 3) : line)),
  };
};
