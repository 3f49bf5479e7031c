import { parseArgs } from 'node:util';
import { maxSeconds, nearest } from '@hostspec/spec';
import { usageError } from './usage-error.js';

interface Kinds {
  readonly flag: boolean;
  readonly text: string;
  /** Repeatable, and separated by commas. */
  readonly list: readonly string[];
  /** A whole number, 1 to 999999. */
  readonly count: number;
  /** More than 0. */
  readonly seconds: number;
  /** Seconds, or infinity for no limit. */
  readonly limit: number;
  readonly bytes: number;
}

/** What an option is about. */
export type OptionGroup = 'what' | 'logs' | 'where' | 'hosts' | 'secrets' | 'limits' | 'output' | 'settings';

/** An option of a command: how its value is parsed, and its text in the help. */
export interface Option {
  readonly kind: keyof Kinds;
  /** The placeholder for the value in the help. */
  readonly value?: string;
  readonly doc: string;
  /** The allowed values, in any letter case, of each member if it is a list; all others are errors. */
  readonly choices?: readonly string[];
  /** Where the help of a command with many options lists it. */
  readonly group?: OptionGroup;
  /** Whether the short help of a command with many options lists it. Default false. */
  readonly common?: boolean;
  /** The letter that stands for it after one dash. */
  readonly short?: string;
  /** The option that this flag gives a value, in place of one of its own. The one that is given last wins. */
  readonly sets?: readonly [name: string, value: unknown];
}

/** The options of a command, by long name. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly choices: readonly (infer C)[] }
  ? O['kind'] extends 'list'
    ? readonly C[]
    : C
  : Kinds[O['kind']];

/** The values of the given options; options that were not given are missing, and so are those that set another one. */
export type Values<O extends Options> = {
  readonly [K in keyof O as O[K] extends { readonly sets: readonly unknown[] } ? never : K]?: ValueOf<O[K]>;
};

/** A command line, split into options and operands. */
export interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
}

/** Parses a command's options; with `takesWords`, the second operand begins another command, whose options are its own. @throws UsageError that names the option, the value and the allowed values. */
export function parseOptions(
  command: string,
  options: Options,
  args: readonly string[],
  takesWords = false,
): Parsed {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { kind, short }]) => [
        name,
        { type: kind === 'flag' ? 'boolean' : 'string', ...(short && { short }) },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const values: Record<string, unknown> = {};
  const operands: string[] = [];
  const words = takesWords ? tokens.filter(({ kind }) => kind === 'positional')[1]?.index : undefined;
  for (const token of tokens) {
    if (token.index === words) return { values, operands: [...operands, ...args.slice(words)] };
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) throw unknownOption(command, rawName, Object.keys(options));
    if (option.kind === 'flag') {
      if (value !== undefined)
        throw usageError(`${rawName} takes no value, received ${JSON.stringify(value)}`, rawName, value);
      const [set, to] = option.sets ?? [name, true];
      values[set] = to;
    } else {
      if (value === undefined || (!inlineValue && looksLikeOption(value)))
        throw noValue(rawName, option, value);
      const read = parseValue(rawName, option, value);
      const former = values[name];
      values[name] = Array.isArray(read) && Array.isArray(former) ? [...former, ...read] : read;
    }
  }
  return { values, operands };
}

/** A negative number is a wrong value, not the next option. */
function looksLikeOption(value: string): boolean {
  return /^-[^\d]/.test(value);
}

function noValue(name: string, option: Option, next: string | undefined): Error {
  const how = next === undefined ? '' : `; to give a value that begins with -, write ${name}=${next}`;
  return usageError(`${name} needs a value: ${allowedOf(option)}${how}`, name, next);
}

function unknownOption(command: string, rawName: string, names: readonly string[]): Error {
  if (rawName === '--help')
    return usageError('--help has a value that is not allowed; allowed: --help, or --help=all', rawName);
  const all = names.map((name) => `--${name}`);
  const meant = nearest(rawName, all);
  const hint = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `see hostspec ${command} --help`;
  return usageError(`${rawName} is not an option of hostspec ${command}; ${hint}`, rawName);
}

/** The value of an option in text. @throws UsageError that names the option, the value and the allowed values. */
export function parseValue(name: string, option: Option, value: string): Kinds[keyof Kinds] {
  const read = readers[option.kind](value);
  if (read === undefined) throw notAllowed(name, option, value);
  const { choices } = option;
  if (!choices) return read;
  const chosen = (each: unknown): string => {
    const found = choices.find((choice) => choice.toLowerCase() === String(each).toLowerCase());
    if (found === undefined) throw notAllowed(name, option, each);
    return found;
  };
  return Array.isArray(read) ? read.map(chosen) : chosen(read);
}

function notAllowed(name: string, option: Option, value: unknown): Error {
  return usageError(
    `${name} ${JSON.stringify(value)} is not allowed; allowed: ${allowedOf(option)}`,
    name,
    value,
  );
}

const readers: {
  readonly [K in keyof Kinds]: (value: string) => Kinds[K] | undefined;
} = {
  flag: () => true,
  text: (value) => (value.trim() === '' ? undefined : value),
  list(value) {
    const parts = value.split(',').map((part) => part.trim());
    return parts.includes('') ? undefined : parts;
  },
  count: (value) => (/^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined),
  seconds(value) {
    const seconds = /^(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : 0;
    return seconds > 0 && seconds <= maxSeconds ? seconds : undefined;
  },
  limit: (value) => (/^(?:0|none)$/.test(value) ? Number.POSITIVE_INFINITY : readers.seconds(value)),
  bytes(value) {
    const [, digits, unit = ''] = /^([1-9]\d*)([KMGT]?)$/i.exec(value) ?? [];
    const bytes = Number(digits) * 1024 ** 'KMGT'.indexOf(unit.toUpperCase() || 'K') * (unit ? 1024 : 1);
    return Number.isSafeInteger(bytes) ? bytes : undefined;
  },
};

/** The values that an option takes, in words. */
export function allowedOf({ kind, choices }: Option): string {
  if (choices) return choices.join(', ');
  return allowed[kind];
}

const allowed: { readonly [K in keyof Kinds]: string } = {
  flag: 'nothing',
  text: 'non-empty text',
  list: 'one or more names, separated by commas',
  count: 'a whole number from 1 to 999999',
  seconds: `a number of seconds, more than 0 and at most ${maxSeconds}`,
  limit: `a number of seconds, at most ${maxSeconds}, or 0 or none for no limit`,
  bytes: 'a number of bytes, at least 1, or a number with K, M, G or T (powers of 1024)',
};
