import type { Account, Host } from '@hostspec/spec';
import { isReader } from '../plan/printers.js';

/**
 * The account to run a program as, so that it reads only what the owner of its arguments may read: the first that controls what one of
 * them leads to. Undefined if only root does, or if the program does not print what it reads.
 */
export async function readerOf(host: Host, argv: readonly string[]): Promise<Account | undefined> {
  const [program = '', ...rest] = argv;
  if (!host.controller || !isReader(program)) return undefined;
  for (const argument of rest) {
    if (!argument.startsWith('/')) continue;
    const account = await host.controller(argument);
    if (account) return account;
  }
  return undefined;
}
