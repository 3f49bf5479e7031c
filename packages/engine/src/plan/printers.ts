import { basename } from 'node:path/posix';

/** Programs that print whatever is in the files that their arguments name, and those that carry out a script. */
const printers = new Set([
  ...['awk', 'base32', 'base64', 'bzcat', 'bzip2', 'cat', 'cmp', 'column', 'comm', 'cut', 'dd', 'diff'],
  ...['egrep', 'expand', 'fgrep', 'fold', 'gawk', 'grep', 'gzip', 'head', 'hexdump', 'iconv', 'join', 'jq'],
  ...['less', 'mawk', 'more', 'nl', 'od', 'paste', 'sed', 'sort', 'strings', 'tac', 'tail', 'tar', 'tee'],
  ...['uniq', 'vim', 'xxd', 'xz', 'xzcat', 'xzgrep', 'zcat', 'zgrep', 'zstd', 'zstdcat', 'zstdgrep'],
  ...['bash', 'busybox', 'dash', 'env', 'ksh', 'node', 'perl', 'python', 'python3', 'ruby', 'sh', 'zsh'],
]);

/** The name of a program without its directory. */
export const programOf = (word: string): string => basename(word);

/** Whether a program prints whatever is in the files that its arguments name. */
export const isPrinter = (word: string): boolean => printers.has(programOf(word));
