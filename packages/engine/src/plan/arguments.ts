import { isArgument, notAnArgument } from '@hostspec/host-kit';
import { type Account, CatalogError, quoteWord, type SpecOptions, splitWords } from '@hostspec/spec';

/** A command that is ready to run, or the reason not to run it. */
export type Prepared =
  | {
      readonly argv: readonly string[];
      /** The line that the name in the archive is made from. Neither it nor `argv` has a secret. */
      readonly commandLine: string;
      readonly stdin?: string;
    }
  | { readonly refused: string };

/** The values for the `%s` of a template: those of one element in order, or several arguments in place of one. */
export interface Filling {
  readonly kind: 'values' | 'arguments';
  readonly values: readonly string[];
  /** The account that named them. */
  readonly by?: Account;
}

// Programs whose arguments after `--` are never options.
const endsOptions = new Set(['ls', 'du', 'md5sum', 'getent', 'rpm', 'lsattr', 'modinfo', 'cat', 'stat']);

/** A command without `%s` as an argument vector. */
export function prepareCommand(command: string): Prepared {
  return { argv: splitWords(command), commandLine: command };
}

/**
 * A template with an element in place of `%s`: split into arguments first, then filled, so that an element stays
 * one argument, whatever it contains. An element that would become an option is put behind `--` or refused.
 */
export function fillTemplate(
  template: string,
  filling: Filling,
  options: Partial<SpecOptions> = {},
): Prepared {
  const { values } = filling;
  const commandLine = substitute(template, filling.kind === 'arguments' ? [values.join(' ')] : values);
  if (!values.every(isArgument)) return { refused: `${JSON.stringify(values)} ${notAnArgument}` };
  if (template === '%s') return { argv: splitWords(values[0] ?? ''), commandLine };
  if (options.secret !== undefined) return hideSecret(template, values);
  const argv: string[] = [];
  const pending = [...values];
  for (const word of splitWords(template)) {
    const count = word.split('%s').length - 1;
    if (count === 0) {
      argv.push(word);
      continue;
    }
    const taken = filling.kind === 'arguments' ? values : pending.splice(0, count);
    const nested = options.nestedCommandLine === true && /\s/.test(word);
    const filled =
      filling.kind === 'arguments'
        ? taken.map((value) => substitute(word, [value]))
        : [substitute(word, nested ? taken.map(quoteWord) : taken)];
    const option = word.startsWith('-') ? undefined : filled.find((value) => value.startsWith('-'));
    if (option !== undefined) {
      if (!endsOptions.has(argv[0]?.split('/').at(-1) ?? ''))
        return {
          refused: `${JSON.stringify(option)} would be read as an option of ${argv[0] ?? 'the command'}`,
        };
      argv.push('--');
    }
    argv.push(...filled);
  }
  if (!(argv[0] ?? '').startsWith('/') && template.trimStart().startsWith('%s'))
    return { refused: `${JSON.stringify(argv[0])} is not an absolute path to a program` };
  return { argv, commandLine };
}

const curlOptions: Readonly<Record<string, string>> = {
  '-H': 'header',
  '--header': 'header',
  '-u': 'user',
  '-b': 'cookie',
};

/** Moves the argument with the secret, and the option before it, into a configuration that curl reads from standard input. */
function hideSecret(template: string, values: readonly string[]): Prepared {
  const words = splitWords(template);
  const at = words.findIndex((word) => word.includes('%s'));
  const option = curlOptions[words[at - 1] ?? ''];
  if (option === undefined) return { refused: `cannot pass curl the secret in ${template}` };
  const secret = substitute(words[at] ?? '', values);
  if (/[\r\n]/.test(secret)) return { refused: 'the secret has more than one line' };
  return {
    argv: [...words.slice(0, at - 1), '--config', '-', ...words.slice(at + 1)],
    commandLine: template,
    stdin: `${option} = "${secret.replaceAll(/["\\]/g, '\\$&')}"\n`,
  };
}

/**
 * Replaces each `%s` with a value, in order; `%s` inside a value is unchanged.
 *
 * @throws CatalogError `PLACEHOLDER_MISMATCH` for more or fewer values than `%s`.
 */
export function substitute(template: string, values: readonly string[]): string {
  const [start, ...pieces] = template.split('%s');
  if (pieces.length !== values.length)
    throw new CatalogError(
      'PLACEHOLDER_MISMATCH',
      `${JSON.stringify(template)} has ${pieces.length} %s for ${values.length} values`,
      { value: template },
    );
  return start + pieces.map((piece, index) => values[index] + piece).join('');
}
