import type { Builtin } from './builtin.js';
import { bytesOf } from './contents.js';
import { sort, uniq, wc } from './count-builtins.js';
import { awk, cut } from './field-builtins.js';
import { grep } from './grep.js';
import { cat, head, less, tail } from './print-builtins.js';
import { find, ls, stat } from './tree-builtins.js';

/** Lists the recorded command lines, or those of one program. */
const commands: Builtin = async function* ([program], { session, shown }) {
  const lines = program === undefined ? session.lines : session.near(program);
  for (const line of lines) yield bytesOf(`${shown.printable(line)}\n`);
  return lines.length > 0 ? 0 : 1;
};

/** Prints the current directory. */
const pwd: Builtin = async function* (_args, { directory, shown }) {
  yield bytesOf(`${shown.printable(directory)}\n`);
  return 0;
};

/** Commands that need no recorded output. */
export const builtins: Readonly<Record<string, Builtin>> = {
  awk,
  cat,
  commands,
  cut,
  egrep: (args, context) => grep(['-E', ...args], context),
  fgrep: (args, context) => grep(['-F', ...args], context),
  find,
  grep,
  head,
  less,
  ls,
  more: less,
  pwd,
  sort,
  stat,
  tail,
  uniq,
  wc,
};
