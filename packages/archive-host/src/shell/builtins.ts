import type { Builtin } from './builtin.js';
import { sort, uniq, wc } from './count-builtins.js';
import { grep } from './grep.js';
import { commands, pwd } from './own-builtins.js';
import { cat, head, less, tail } from './print-builtins.js';
import { find, ls } from './tree-builtins.js';

/** The commands that need no recorded output. */
export const builtins: Readonly<Record<string, Builtin>> = {
  cat,
  commands,
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
  tail,
  uniq,
  wc,
};
