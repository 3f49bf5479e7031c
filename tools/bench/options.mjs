import { parseArgs } from 'node:util';

const typeOf = (value) => ({
  type: typeof value === 'boolean' ? 'boolean' : 'string',
  multiple: Array.isArray(value),
});

const number = (name, text) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`--${name} is ${text}; allowed: a whole number of at least 1`);
};

/**
 * The options of the command line, and its other words as `words`. `defaults` has the names and kinds of the options: numbers, lists of words and
 * booleans. For --help, prints the usage and ends. @throws Error for an option that is not allowed.
 */
export const optionsOf = (usage, defaults) => {
  const known = Object.entries({ ...defaults, help: false }).map(([name, value]) => [name, typeOf(value)]);
  const { values, positionals } = parseArgs({ allowPositionals: true, options: Object.fromEntries(known) });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof defaults[name] === 'number' ? number(name, value) : value,
  ]);
  return { ...defaults, ...Object.fromEntries(given), words: positionals };
};
