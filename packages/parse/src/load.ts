/** The processors' time since the boot, in percent. */
export interface CpuShares {
  /** Programs, including those with a low priority. */
  readonly user: number;
  /** The kernel, including interrupts. */
  readonly system: number;
  /** Idle, while something waited for a disk. */
  readonly iowait: number;
  /** Taken by other guests of the same machine. */
  readonly steal: number;
  readonly idle: number;
}

/** The shares of the processors' time in `/proc/stat` (spec `proc_stat`); undefined without its first line. */
export function cpuSharesOf(text: string): CpuShares | undefined {
  const [, line] = /^cpu {1,2}(\d[\d ]{0,300})$/m.exec(text) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = (line ?? '')
    .trim()
    .split(' ')
    .map(Number);
  const total = user + nice + system + idle + iowait + irq + softirq + steal;
  if (!(total > 0)) return undefined;
  const share = (part: number): number => Math.round((part / total) * 1000) / 10;
  return {
    user: share(user + nice),
    system: share(system + irq + softirq),
    iowait: share(iowait),
    steal: share(steal),
    idle: share(idle),
  };
}

/** The percentage of the last 60 seconds in which some task waited, from a file of `/proc/pressure`; undefined if it is not there. */
export function pressureOf(text: string): number | undefined {
  const [, share] = /^some avg10=\d+\.\d+ avg60=(\d{1,3}\.\d{1,2}) /m.exec(text) ?? [];
  return share === undefined ? undefined : Number(share);
}
