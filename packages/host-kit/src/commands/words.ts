import {
  type CommandResult,
  type ContentOrigin,
  type Host,
  type ItemPlace,
  isHostspecError,
  type RunOptions,
  splitWords,
} from '@hostspec/spec';
import { commandResult } from './host-commands.js';

// The C library reads the files of a locale whose name has a slash by that path. It takes no name of more than 255 characters.
const localeName = /^[A-Za-z][\w.@-]{0,254}$/;

/** Whether a text reaches a program unchanged: Node encodes arguments as UTF-8, so other bytes would be lost. */
export function isArgument(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text) && !text.includes('\0');
}

/** The problem with a text that cannot be an argument. */
export const notAnArgument =
  'contains NUL or bytes that are not UTF-8, which cannot be passed as a program argument';

const edges = ' ._-';

/** The file name of a command's output, from its command line, as insights-core makes it. */
export function mangleCommand(commandLine: string): string {
  const name = commandLine
    .replace(/^\/(?:usr\/)?s?bin\//, '')
    .replace(/[^\p{L}\p{N}_\-./]+/gu, '_')
    .replaceAll('/', '.');
  // By hand, as a pattern for the end would take quadratic time over a long line.
  let [start, end] = [0, name.length];
  while (start < end && edges.includes(name.charAt(start))) start++;
  while (end > start && edges.includes(name.charAt(end - 1))) end--;
  return name.slice(start, end).slice(0, 255);
}

/** The folder of an archive that has the outputs of commands, as in archives of insights-core. */
export const commandsFolder = 'insights_commands';

/** What is known of an item's content: the path or name by which the rules for secrets also know it in its archive. */
export function originOf({ source, commandLine, unpackedPath }: ItemPlace): ContentOrigin {
  if (source.kind === 'file') return { path: unpackedPath ?? source.path };
  return source.kind === 'listing'
    ? {}
    : { path: `${commandsFolder}/${mangleCommand(commandLine ?? source.argv.join(' '))}` };
}

/** Makes a host's `run` from one that takes words: a line that cannot be split into words is a result, not an exception. */
export function runWords(
  run: (argv: readonly string[], options: RunOptions) => Promise<CommandResult>,
): Host['run'] {
  return async (command, options = {}) => {
    try {
      return await run(typeof command === 'string' ? splitWords(command) : command, options);
    } catch (error) {
      if (!isHostspecError(error) || error.code !== 'INVALID_COMMAND_LINE') throw error;
      return commandResult({ problem: 'failed', reason: error.message }, new Uint8Array());
    }
  };
}

/** Whether a text is the plain name of a locale, such as `de_DE.UTF-8`. */
export function isLocaleName(text: string): boolean {
  return localeName.test(text);
}

/**
 * The variables that a command takes over from the collector's environment, if they are set: `LANG`, if it is the plain name of a locale,
 * and those that its spec inherits, whatever their values.
 */
export function inheritedVariables(
  { inheritEnv = [] }: Pick<RunOptions, 'inheritEnv'>,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const { LANG = '' } = environment;
  const taken = inheritEnv.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(isLocaleName(LANG) ? { LANG } : {}), ...Object.fromEntries(taken) };
}
