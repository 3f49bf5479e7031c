import type { ShellOutput } from '@hostspec/archive-host/shell';
import { bytesText } from '@hostspec/host-kit';
import type { Io } from '../io.js';
import { styleOf } from '../style.js';
import { printable } from '../text.js';

/** The output of an archive's answers to this command's user. */
export function shellOutput(io: Io): ShellOutput {
  return {
    out: io.out,
    shown: { printable, bytes: bytesText },
    problem: (line) => void io.err.write(`${line}\n`),
    note: (line) => void io.err.write(`${styleOf(io.err, io).dim(line)}\n`),
  };
}
