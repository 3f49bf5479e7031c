import { posix } from 'node:path';
import type { Account, Host } from '@hostspec/spec';

/** Programs that print content of the files that their arguments name. */
const readers = new Set([
  'awk',
  'bzip2',
  'cat',
  'certutil',
  'grep',
  'head',
  'md5sum',
  'openssl',
  'pmlogsummary',
  'tail',
  'xz',
  'zstd',
]);

/**
 * The account to run a program as, so that it reads only what the owner of its arguments may read: the first that controls what one of
 * them leads to. Undefined if only root does, or if the program does not print what it reads.
 */
export async function readerOf(host: Host, argv: readonly string[]): Promise<Account | undefined> {
  const [program = '', ...rest] = argv;
  if (!host.controller || !readers.has(posix.basename(program))) return undefined;
  for (const argument of rest) {
    if (!argument.startsWith('/')) continue;
    const account = await host.controller(argument);
    if (account) return account;
  }
  return undefined;
}
