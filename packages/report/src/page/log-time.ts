/** What is known about the times in the logs of a host. */
export interface LogClock {
  /** When the logs were collected, in milliseconds since the epoch: system logs have no year. */
  readonly collected?: number | undefined;
  /** When the host booted, in milliseconds since the epoch: the kernel counts from then. */
  readonly booted?: number | undefined;
  /** How far the time of the host is ahead of UTC, in minutes. */
  readonly ahead: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const day = 86_400_000;

/** How many characters of a line can have its time. */
export const timeLength = 80;

const iso =
  /^\[?(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|[+-]\d\d:?\d\d)(?![\d:]))?/;
const sysLog = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))? /;
const kernelDate = /^\[[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})\]/;
const kernelSeconds = /^(?:<\d{1,3}>)?\[ *(\d{1,10}\.\d{6})\]/;
const audit = /^(?:node=\S+ )?type=\S+ msg=audit\((\d{1,11}\.\d{3}):\d+\)/;

/** The time at the start of a line of a log, in milliseconds since the epoch; undefined if it has none that can be known. */
export function logTimeOf(line: string, clock: LogClock): number | undefined {
  const time = isoTime(line, clock) ?? sysLogTime(line, clock) ?? kernelTime(line, clock) ?? auditTime(line);
  return time === undefined || Number.isNaN(time) ? undefined : time;
}

const kernelSource = /^\S+ kernel: (?:\[ *\d{1,10}\.\d{6}\] ?)?/;

/** What a line of a log says: without its time, and the same whichever log of the host has a line of the kernel. */
export function messageOf(line: string): string {
  for (const pattern of [iso, sysLog, kernelDate, kernelSeconds]) {
    const [time] = pattern.exec(line) ?? [];
    if (time !== undefined) return line.slice(time.length).trimStart().replace(kernelSource, '');
  }
  return line;
}

function isoTime(line: string, { ahead }: LogClock): number | undefined {
  const match = iso.exec(line);
  if (!match) return undefined;
  const [year, month, date, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const own = Date.UTC(year, month - 1, date, hour, minute, second, milliseconds(match[7]));
  return own - aheadOf(match[8], ahead) * 60_000;
}

function aheadOf(zone: string | undefined, ahead: number): number {
  if (zone === undefined) return ahead;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** In the last year that is not after the collection. */
function sysLogTime(line: string, { collected, ahead }: LogClock): number | undefined {
  const [, name = '', ...numbers] = sysLog.exec(line) ?? [];
  const month = months.indexOf(name);
  if (month === -1 || collected === undefined) return undefined;
  const [date, hour, minute, second] = numbers.map(Number) as [number, number, number, number];
  const inYear = (year: number): number =>
    Date.UTC(year, month, date, hour, minute, second, milliseconds(numbers[4])) - ahead * 60_000;
  const year = new Date(collected).getUTCFullYear();
  return [year + 1, year].map(inYear).find((time) => time <= collected + day) ?? inYear(year - 1);
}

function kernelTime(line: string, { booted, ahead }: LogClock): number | undefined {
  const seconds = kernelSeconds.exec(line)?.[1];
  if (seconds !== undefined)
    return booted === undefined ? undefined : booted + Math.round(Number(seconds) * 1000);
  const [, name = '', ...numbers] = kernelDate.exec(line) ?? [];
  const month = months.indexOf(name);
  if (month === -1) return undefined;
  const [date, hour, minute, second, year] = numbers.map(Number) as [number, number, number, number, number];
  return Date.UTC(year, month, date, hour, minute, second) - ahead * 60_000;
}

function auditTime(line: string): number | undefined {
  const seconds = audit.exec(line)?.[1];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
}

function milliseconds(digits = ''): number {
  return Number(digits.slice(0, 3).padEnd(3, '0'));
}

/** The minutes in a zone such as `Europe/Berlin (CEST, +0200)`. */
export function zoneAhead(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)\)$/.exec(zone) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}
