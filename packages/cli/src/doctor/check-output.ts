import { statfs } from 'node:fs/promises';
import { outputProblem } from '@hostspec/files/output';
import { bytesText } from '@hostspec/host-kit';
import type { Io } from '../io.js';
import type { Finding } from './finding.js';

const usual = 1024 ** 3;
const least = 64 * 1024 ** 2;

/** Whether an archive can be written to the current directory. Nothing is written. */
export async function outputFindings({ cwd }: Pick<Io, 'cwd'>): Promise<Finding[]> {
  const topic = 'output';
  const problem = outputProblem(cwd);
  if (problem !== undefined)
    return [
      {
        level: 'problem',
        topic,
        text: `no archive can be written to the current directory, ${cwd}: ${problem}`,
        advice: 'name another place with --output, or change to another directory',
      },
    ];
  const { bavail, bsize } = await statfs(cwd);
  return [
    { level: 'ok', topic, text: `archives can be written to ${cwd}` },
    spaceFinding(cwd, bavail * bsize),
  ];
}

/** The finding for a directory with this many bytes free. */
export function spaceFinding(directory: string, free: number): Finding {
  const topic = 'space';
  const text = `${bytesText(free)} are free in ${directory}`;
  if (free >= usual) return { level: 'ok', topic, text };
  return {
    level: free < least ? 'problem' : 'note',
    topic,
    text: `${text}; an archive and what it is made from can need more`,
    advice: 'name a place with more room with --output, or set a limit with --max-bytes',
  };
}
