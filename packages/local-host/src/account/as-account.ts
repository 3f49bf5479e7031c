import { splitWords } from '@hostspec/spec';

/** A command to run as another user, taken from a login in the catalog. */
interface AccountCommand {
  readonly user: string;
  readonly words: readonly string[];
}

/** The request in a command line: a command as another user, or a login that is refused. */
export type AccountRequest = AccountCommand | { readonly refused: string };

const logins = /^(?:(?:\/usr)?\/s?bin\/)?(su|runuser|sudo)$/;

/** Whether a command line changes to another user, in any way. */
export function changesUser([program = '']: readonly string[]): boolean {
  return logins.test(program);
}

/**
 * The command that a login of the catalog runs: `su -l USER -c 'COMMAND'`, `runuser -l USER -c 'COMMAND'` or
 * `sudo -iu USER COMMAND…`. Undefined for any other command line. No shell is started, so a command that needs one is refused.
 */
export function accountCommand(argv: readonly string[]): AccountRequest | undefined {
  const [program = '', option, user = '', ...rest] = argv;
  const login = logins.exec(program)?.[1];
  if (login === undefined || !/^[A-Za-z_][\w.@-]*\$?$/.test(user)) return undefined;
  if (login === 'sudo') return option === '-iu' && rest.length > 0 ? { user, words: rest } : undefined;
  const [dashC, line = '', ...more] = rest;
  if (option !== '-l' || dashC !== '-c' || more.length > 0) return undefined;
  if (needsShell(line))
    return { refused: `${JSON.stringify(line)} needs a shell, but none is started as ${user}` };
  return { user, words: splitWords(line) };
}

/** Whether a shell would do more with a command line than split it into words. */
function needsShell(line: string): boolean {
  const plain = line.replace(/'[^']*'|"(?:[^"$`\\]|\\[\s\S])*"|\\[\s\S]/g, 'x');
  return plain.trim() === '' || /[|&;<>()$`*?[\]{}~#"'\n]/.test(plain) || /^\s*\w+=/.test(plain);
}
