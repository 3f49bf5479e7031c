import type { Builtin } from './builtin.js';
import { bytesOf } from './contents.js';

/** Lists the command lines that the archive has an output of, or those of one program. */
export const commands: Builtin = async function* ([program], { session, shown }) {
  const lines = program === undefined ? session.lines : session.near(program);
  for (const line of lines) yield bytesOf(`${shown.printable(line)}\n`);
  return lines.length > 0 ? 0 : 1;
};

/** Prints the current directory. */
export const pwd: Builtin = async function* (_args, { directory, shown }) {
  yield bytesOf(`${shown.printable(directory)}\n`);
  return 0;
};
