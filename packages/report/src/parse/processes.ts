import { wordsOf } from './words.js';

/** A process in the output of `ps aux`. */
export interface Process {
  readonly user: string;
  readonly pid: string;
  /** Share of a processor's time since it started, in percent. */
  readonly cpu: number;
  /** Resident memory in bytes. */
  readonly resident: number;
  readonly command: string;
}

/** The processes in the output of `ps aux` or `ps auxww`. */
export function processesOf(text: string): Process[] {
  return text.split('\n').flatMap((line) => {
    const words = wordsOf(line);
    const [user = '', pid = '', cpu = '', , , resident = ''] = words;
    if (!/^\d+$/.test(pid) || !/^[\d.]+$/.test(cpu) || !/^\d+$/.test(resident)) return [];
    const command = words.slice(10).join(' ');
    return [{ user, pid, cpu: Number(cpu), resident: Number(resident) * 1024, command }];
  });
}
