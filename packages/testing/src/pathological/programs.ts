import { chmodSync } from 'node:fs';
import { plainFile } from './files.js';

/** Writes an executable file; returns its path. */
export function program(path: string, content: string | Uint8Array): string {
  plainFile(path, content);
  chmodSync(path, 0o755);
  return path;
}

function script(path: string, ...lines: readonly string[]): string {
  return program(path, `#!/bin/sh\n${lines.join('\n')}\n`);
}

/** A program that ignores every signal that can be ignored and never ends. */
export function stubbornProgram(path: string): string {
  return script(
    path,
    "trap '' HUP INT QUIT TERM PIPE ALRM USR1 USR2",
    'echo begun',
    'while :; do sleep 1; done',
  );
}

/** A program that ends at once and leaves children behind that hold its output and sleep for `seconds`. */
export function programWithHeirs(path: string, seconds: number): string {
  return script(path, `sleep ${seconds} &`, `(sleep ${seconds} & exec sleep ${seconds}) &`, 'echo done');
}

/** How a daemon hides from its starter, besides forking twice and starting a session. */
export interface DaemonOptions {
  /** Begin with an empty environment. */
  readonly emptyEnvironment?: boolean;
  /** Close all output. */
  readonly closedOutput?: boolean;
}

/** A program that leaves a daemon behind: two forks, a new session, `sleep` for `seconds`. */
export function programWithDaemon(path: string, seconds: number, options: DaemonOptions = {}): string {
  const clean = options.emptyEnvironment ? 'env -i ' : '';
  const output = options.closedOutput ? ' </dev/null >/dev/null 2>&1' : '';
  const begun = `${path}.begun`;
  return script(
    path,
    `rm -f ${begun}`,
    `(setsid ${clean}/bin/sh -c '(: > ${begun}; exec /bin/sleep ${seconds}) & exit'${output} &)`,
    untilThere(begun),
    'echo done',
  );
}

/**
 * A program that prints and ends, and leaves a daemon behind, with a session of its own, that after `delay` seconds writes endlessly to its output, a megabyte at a time.
 */
export function programWithWriter(path: string, delay: number): string {
  const begun = `${path}.begun`;
  const writer = `: > ${begun}; sleep ${delay}; while :; do head -c 1000000 /dev/zero; sleep 0.01; done`;
  return script(path, `rm -f ${begun}`, `setsid /bin/sh -c '${writer}' &`, untilThere(begun), 'echo done');
}

/** Before a daemon's session begins, the daemon would end with the group of the program that starts it. */
function untilThere(begun: string): string {
  return `until [ -e ${begun} ]; do sleep 0.02; done`;
}

/** A program that prints endless lines. */
export function endlessOutput(path: string): string {
  return script(path, 'exec yes "the same line again"');
}

/** A program that prints this many bytes without a line end. */
export function outputWithoutLineEnd(path: string, bytes: number): string {
  return script(path, `head -c ${bytes} /dev/zero | tr '\\0' x`);
}

/** A program that prints its standard input, then whether that is a terminal, then whether there is one to open. */
export function programThatAsks(path: string): string {
  return script(
    path,
    'cat',
    'if [ -t 0 ]; then echo input is a terminal; else echo input is not a terminal; fi',
    'if (exec < /dev/tty) 2> /dev/null; then echo there is a terminal; else echo there is no terminal; fi',
  );
}

/** Text without an interpreter line: a C library passes such a file to a shell, which would create `trace`. */
export function textProgram(path: string, trace: string): string {
  return program(path, `touch ${trace}\n`);
}

/** What is wrong with a program that the kernel refuses. */
export const brokenPrograms = [
  'empty',
  'four bytes',
  'header only',
  'no interpreter',
  'bare interpreter line',
  'other machine',
] as const;

/** A file that may be executed but cannot be; if a shell read it, it would create `trace`. */
export function brokenProgram(path: string, kind: (typeof brokenPrograms)[number], trace: string): string {
  const lines = `\ntouch ${trace}\n`;
  if (kind === 'empty') return program(path, '');
  if (kind === 'four bytes') return program(path, '\x7fELF');
  if (kind === 'no interpreter') return program(path, `#!/no/such/interpreter${lines}`);
  if (kind === 'bare interpreter line') return program(path, `#!${lines}`);
  const header = Buffer.alloc(64);
  // 64 bits, little endian, an executable for x86-64 or, as another machine, for IBM S/390.
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(kind === 'other machine' ? 22 : machineOfThisProcess(), 18);
  return program(path, Buffer.concat([header, Buffer.from(lines)]));
}

function machineOfThisProcess(): number {
  return process.arch === 'arm64' ? 183 : 62;
}
