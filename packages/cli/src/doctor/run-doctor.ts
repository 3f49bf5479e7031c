import { counted } from '@hostspec/host-kit';
import { exitStatus } from '../exit-status.js';
import type { Io } from '../io.js';
import type { Values } from '../options.js';
import { styleOf } from '../style.js';
import { oneLine, printable } from '../text.js';
import { wrapWide } from '../width.js';
import { catalogFindings } from './check-catalog.js';
import { fileFindings, outputFindings } from './check-files.js';
import { machineFindings } from './check-machine.js';
import { userFindings } from './check-user.js';
import type { Finding } from './finding.js';
import type { options } from './options.js';

/** Prints what all checks found; the exit status is 1 if there is a problem. */
export async function runDoctor(values: Values<typeof options>, io: Io): Promise<number> {
  const findings = [
    ...userFindings(),
    ...(await catalogFindings(values, io)),
    ...(await machineFindings()),
    ...(await fileFindings(values, io)),
    ...(await outputFindings(io)),
  ];
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (values.json) io.out.write(`${JSON.stringify({ problems, findings }, undefined, 2)}\n`);
  else io.out.write(`${textOf(findings, io).join('\n')}\n`);
  return problems > 0 ? exitStatus.failure : exitStatus.done;
}

const indent = 24;
const mostLines = 8;

/** Each problem with what to do about it, a line for each note, one for what is as it should be, and one that counts. */
function textOf(findings: readonly Finding[], io: Io): string[] {
  const at = (level: Finding['level']) => findings.filter((each) => each.level === level);
  const [ok, notes, problems] = [at('ok'), at('note'), at('problem')];
  const style = styleOf(io.out, io);
  const width = (io.out.isTTY ? (io.out.columns ?? 80) : 120) - indent;
  const line = (word: string, topic: string, text: string): string =>
    `${style.bold(word.padEnd(9))}${topic.padEnd(indent - 9)}${text}`;
  const found = problems.flatMap(({ topic, text, advice }) => {
    const sentence = printable(advice === undefined ? text : `${text}. To do: ${advice}`);
    const [first = '', ...rest] = wrapWide(sentence, width);
    return [line('problem', topic, first), ...rest.map((each) => ' '.repeat(indent) + each)];
  });
  const more = notes.length > 0 ? '; --json has the names and what to do' : '';
  return [
    ...found,
    ...notes
      .slice(0, Math.max(1, mostLines - 2 - found.length))
      .map(({ topic, text }) => line('note', topic, oneLine(text, width))),
    line('ok', oneLine(ok.map(({ topic }) => topic).join(', '), width + indent - 9), '').trimEnd(),
    `${counted(problems.length, 'problem')}, ${counted(notes.length, 'note')}${more}`,
  ];
}
