import { printable } from '../text.js';
import type { Builtin } from './builtin.js';
import { bytesOf } from './contents.js';

/** Lists the command lines that the archive has an output of, or those of one program. */
export const commands: Builtin = async function* ([program], { session }) {
  const lines = program === undefined ? session.lines : session.near(program);
  for (const line of lines) yield bytesOf(`${printable(line)}\n`);
  return lines.length > 0 ? 0 : 1;
};

/** Prints the current directory. */
export const pwd: Builtin = async function* (_args, { directory }) {
  yield bytesOf(`${printable(directory)}\n`);
  return 0;
};
