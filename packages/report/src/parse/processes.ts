import { wordsOf } from './words.js';

/** A process in the output of `ps aux`. */
export interface Process {
  readonly user: string;
  readonly pid: string;
  /** Share of a processor's time since it started, in percent. */
  readonly cpu: number;
  /** Seconds of a processor's time that it has used. */
  readonly seconds: number;
  /** Resident memory in bytes. */
  readonly resident: number;
  readonly command: string;
}

/** The processes in the output of `ps aux` or `ps auxww`. */
export function processesOf(text: string): Process[] {
  return text.split('\n').flatMap((line) => {
    const words = wordsOf(line);
    const [user = '', pid = '', cpu = '', , , resident = '', , , , time = ''] = words;
    if (!/^\d+$/.test(pid) || !/^[\d.]+$/.test(cpu) || !/^\d+$/.test(resident)) return [];
    const command = words.slice(10).join(' ');
    const used = { cpu: Number(cpu), seconds: secondsOf(time), resident: Number(resident) * 1024 };
    return [{ user, pid, ...used, command }];
  });
}

/** The seconds in `999:01`, `1:02:03` or `1-02:03:04`; none that could be less if it is something else. */
function secondsOf(time: string): number {
  const parts = /^(?:(\d{1,6})-)?(?:(\d{1,2}):)?(\d{1,9}):(\d\d)$/.exec(time)?.slice(1);
  if (!parts) return Number.POSITIVE_INFINITY;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
