import { cpuinfoOf } from '@hostspec/parse';
import { allLines, type Derive } from './derivation.js';

/** `nproc`: the processors in `/proc/cpuinfo`. */
export const nproc: Derive = async (args, sources) => {
  const source = sources.file('/proc/cpuinfo');
  if (args.join('') !== '' || !source) return undefined;
  const count = cpuinfoOf((await allLines(source)).join('\n'))?.count;
  return count === undefined ? undefined : { from: [source], lines: [String(count)] };
};

/** The types of a keyword of `dmidecode --type`, from its manual. */
const typesByKeyword: Readonly<Record<string, readonly number[]>> = {
  bios: [0, 13],
  system: [1, 12, 15, 23, 32],
  baseboard: [2, 10, 41],
  chassis: [3],
  processor: [4],
  memory: [5, 6, 16, 17],
  cache: [7],
  connector: [8],
  slot: [9],
};

/** `dmidecode -t TYPE`: structures of these types, from the output with all. */
export const dmidecode: Derive = async (args, sources) => {
  const [option, wanted = '', ...more] = args.flatMap((word) => word.split('='));
  const source = sources.command('dmidecode', (recorded) => recorded.length === 0);
  if ((option !== '-t' && option !== '--type') || more.length > 0 || !source) return undefined;
  const types = wanted
    .split(',')
    .flatMap((word) => (Object.hasOwn(typesByKeyword, word) ? typesByKeyword[word] : [Number(word)]));
  if (wanted === '' || !types.every(Number.isInteger)) return undefined;
  let isWanted = false;
  const lines = (await allLines(source)).filter((line) => {
    const [, type] = /^Handle 0x[0-9A-F]+, DMI type (\d+),/.exec(line) ?? [];
    if (type !== undefined) isWanted = types.includes(Number(type));
    return isWanted;
  });
  return { from: [source], lines };
};
