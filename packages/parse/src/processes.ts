import { eachLine, type Table } from './table.js';
import { countOf } from './words.js';

/** A process in the output of `ps aux…`. */
export interface Process {
  /** As printed by ps: a long name is shortened (`db2inst+`) or a number. */
  readonly user: string;
  readonly pid: number;
  /** Percent of one processor's time since the process started; undefined if ps does not print it. */
  readonly cpu: number | undefined;
  /** Seconds of processor time; infinite if ps prints no known form. */
  readonly seconds: number;
  /** As printed by ps: `R`, `S`, `D`, `Z`, … with further letters. */
  readonly state: string;
  /** Bytes of resident memory. */
  readonly resident: number;
  /** The command line, or only the name of the program if ps prints no more. */
  readonly command: string;
}

/** The processes of `ps aux…` (specs `ps_auxww`, `ps_auxcww`); other lines, such as the header, are left out. */
export const processRows: Table<Process> = eachLine((line) => {
  const row = /^\s*(\S+)\s+(\d+)\s+([\d.]+)\s+\S+\s+\S+\s+(\d+)\s+\S+\s+(\S+)\s+\S+\s+(\S+)\s+(\S.*)$/;
  const [, user, pid, cpu, resident, state = '', time, command] = row.exec(line.trimEnd()) ?? [];
  if (user === undefined || time === undefined || command === undefined) return undefined;
  return {
    user,
    pid: Number(pid),
    cpu: Number(cpu),
    seconds: secondsOf(time),
    state,
    resident: Number(resident) * 1024,
    command,
  };
});

const unitsOfBusyBox = 'kmgt';

/** The processes of `ps -o user,pid,ppid,stat,vsz,rss,time,args` of BusyBox, which can lack the time (spec `busybox_ps`). */
export const busyboxProcessRows: Table<Process> = eachLine((line) => {
  // The letters of the state can have blanks between them.
  const row = /^(\S+) +(\d+) +\d+ ([A-Z][W ]?[<N ]?) +\S+ +(\d+)([kmgt]?) +(?:([\d:]*:\d\d) +)?(\S.*)$/;
  const [, user, pid, state = '', resident, unit = '', time, command] = row.exec(line.trimEnd()) ?? [];
  if (user === undefined || command === undefined) return undefined;
  return {
    user,
    pid: Number(pid),
    cpu: undefined,
    seconds: secondsOf(time ?? ''),
    state: state.replaceAll(' ', ''),
    resident: Number(resident) * 1024 ** (Math.max(unitsOfBusyBox.indexOf(unit || 'k'), 0) + 1),
    command,
  };
});

/** The processes in lines of `/proc/PID/status`, of which `Threads` is the last (spec `proc_status`). */
export const statusProcessRows: Table<Process> = () => {
  let values = new Map<string, string>();
  return {
    line(text) {
      const [, name = '', value = ''] = /^(\w{1,20}):\s*(.*)$/.exec(text) ?? [];
      if (name === 'Name') values = new Map();
      values.set(name, value);
      const pid = countOf(values.get('Pid'));
      if (name !== 'Threads' || pid === undefined) return undefined;
      const uid = /^\d+/.exec(values.get('Uid') ?? '')?.[0] ?? '';
      return {
        user: uid === '0' ? 'root' : uid,
        pid,
        cpu: undefined,
        seconds: secondsOf(''),
        state: values.get('State')?.slice(0, 1) ?? '',
        resident: Number(/^\d+/.exec(values.get('VmRSS') ?? '')?.[0] ?? 0) * 1024,
        command: values.get('Name') ?? '',
      };
    },
  };
};

/** Parses a time such as `999:01`, `1:02:03` or `1-02:03:04` to seconds; infinite for any other, so that no unknown time seems short. */
function secondsOf(time: string): number {
  const parts = /^(?:(\d{1,6})-)?(?:(\d{1,2}):)?(\d{1,9}):(\d\d)$/.exec(time)?.slice(1);
  if (!parts) return Number.POSITIVE_INFINITY;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
