import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { styleOf } from '../style.js';
import { counted, printable } from '../text.js';
import { wrapWide } from '../width.js';
import { catalogFindings } from './check-catalog.js';
import { fileFindings } from './check-files.js';
import { machineFindings } from './check-machine.js';
import { outputFindings } from './check-output.js';
import { userFindings } from './check-user.js';
import type { Finding } from './finding.js';
import type { options } from './options.js';

/** Prints what all checks found; the exit status is 1 if there is a problem. */
export async function runDoctor(values: Values<typeof options>, io: Io): Promise<number> {
  const findings = [
    ...(await machineFindings()),
    ...userFindings(),
    ...(await catalogFindings(values, io)),
    ...(await fileFindings(values, io)),
    ...(await outputFindings(io)),
  ];
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (values.json) io.out.write(`${JSON.stringify({ problems, findings }, undefined, 2)}\n`);
  else {
    const notes = findings.filter(({ level }) => level === 'note').length;
    const lines = findings.flatMap((finding) => linesOf(finding, io));
    io.out.write(`${lines.join('\n')}\n\n${counted(problems, 'problem')}, ${counted(notes, 'note')}\n`);
  }
  return problems > 0 ? exitStatus.failure : exitStatus.done;
}

const indent = 25;

function linesOf({ level, topic, text, advice, details = [] }: Finding, io: Io): string[] {
  const style = styleOf(io.out, io);
  const width = (io.out.isTTY ? (io.out.columns ?? 80) : 120) - indent;
  const word = level.padEnd(8);
  const marked = level === 'ok' ? style.dim(word) : style.bold(word);
  const [first = '', ...rest] = [
    ...wrapWide(printable(text), width),
    ...details.flatMap((line) => wrapWide(printable(line), width)),
    ...(advice === undefined ? [] : wrapWide(`To do: ${printable(advice)}`, width)),
  ];
  return [`${marked} ${topic.padEnd(indent - 9)}${first}`, ...rest.map((line) => ' '.repeat(indent) + line)];
}
