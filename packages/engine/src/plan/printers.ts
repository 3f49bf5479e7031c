import { basename } from 'node:path/posix';
import type { Account, Host } from '@hostspec/spec';

// Programs that print whatever is in the files that their arguments name.
const readers = new Set([
  ...['awk', 'base32', 'base64', 'bzcat', 'bzip2', 'cat', 'cmp', 'column', 'comm', 'cut', 'dd', 'diff'],
  ...['egrep', 'expand', 'fgrep', 'fold', 'gawk', 'grep', 'gzip', 'head', 'hexdump', 'iconv', 'join', 'jq'],
  ...['less', 'mawk', 'more', 'nl', 'od', 'paste', 'sed', 'sort', 'strings', 'tac', 'tail', 'tar', 'tee'],
  ...['uniq', 'vim', 'xxd', 'xz', 'xzcat', 'xzgrep', 'zcat', 'zgrep', 'zstd', 'zstdcat', 'zstdgrep'],
]);

// Programs that print something of such files, or about them.
const partReaders = new Set(['certutil', 'md5sum', 'openssl', 'pmlogsummary']);

// Programs that carry out a script, which may print any file.
const interpreters = new Set([
  ...['bash', 'busybox', 'dash', 'env', 'ksh', 'node', 'perl', 'python', 'python3', 'ruby', 'sh', 'zsh'],
]);

/** The name of a program without its directory. */
export const programOf = (word: string): string => basename(word);

/** Whether a program prints whatever is in the files that its arguments name, or carries out a script. */
export const isPrinter = (word: string): boolean =>
  readers.has(programOf(word)) || interpreters.has(programOf(word));

/** Whether a program by itself prints content of the files that its arguments name, or something that it computes from it. */
const isReader = (word: string): boolean => readers.has(programOf(word)) || partReaders.has(programOf(word));

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
