/** Severities of lines of logs, the worst first. */
export const lineSeverities = ['error', 'warning'] as const;

const priority = /^<(\d{1,3})>/;
const error =
  /\b(?:emerg|alert|crit|critical|err|error|errors|fatal|panic|oops|fail|fails|failed|failure|failures|exception|traceback|segfault|denied|killed|out of memory|blocked for more than)\b|\bBUG:/i;
const warning = /\b(?:warn|warning|warnings|deprecated|timeout|timed out)\b/i;

// What a file system does on errors is an option of its mount.
const option = /\berrors=(?:remount-ro|continue|panic)\b/g;

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
// The time stays in what the line says: records with other numbers are not the same.
const audit = /^(?=(?:node=\S+ )?type=\S+ msg=audit\((\d{1,11}\.\d{3}):\d+\))/;

/** A form of times, and how to read one: undefined or not a number if it cannot be known. */
type Form = readonly [RegExp, (match: RegExpExecArray, clock: LogClock) => number | undefined];

const forms: readonly Form[] = [
  [iso, isoTime],
  [sysLog, sysLogTime],
  [kernelSeconds, ([, seconds], { booted = Number.NaN }) => booted + Math.round(Number(seconds) * 1000)],
  [kernelDate, kernelTime],
  [audit, ([, seconds]) => Math.round(Number(seconds) * 1000)],
];

/** The start of a line of a log, which says when it was written. */
export interface LogStart {
  /** In milliseconds since the epoch. */
  readonly time: number;
  /** How many characters are before what the line says. */
  readonly length: number;
}

/** The start of a line of a log; undefined if it has no time that can be known. */
export function logStartOf(line: string, clock: LogClock): LogStart | undefined {
  for (const [pattern, timeOf] of forms) {
    const match = pattern.exec(line);
    if (!match) continue;
    const time = timeOf(match, clock);
    return time === undefined || Number.isNaN(time) ? undefined : { time, length: match[0].length };
  }
  return undefined;
}

const kernelSource = /^\S+ kernel: (?:\[ *\d{1,10}\.\d{6}\] ?)?/;

/** What a line of a log says: without its time, and the same whichever log of the host has a line of the kernel. */
export function messageOf(line: string, { length }: LogStart): string {
  return line.slice(length).trimStart().replace(kernelSource, '');
}

function isoTime(match: RegExpExecArray, { ahead }: LogClock): number {
  const [, year, month, date, hour, minute, second, fraction, zone] = match;
  const day = Date.UTC(Number(year), Number(month) - 1, Number(date));
  return day + timeOfDay(hour, minute, second, fraction) - aheadOf(zone, ahead) * 60_000;
}

function aheadOf(zone: string | undefined, ahead: number): number {
  if (zone === undefined) return ahead;
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** In the last year that is not after the collection. */
function sysLogTime(match: RegExpExecArray, { collected, ahead }: LogClock): number | undefined {
  const [, name = '', date, hour, minute, second, fraction] = match;
  const month = months.indexOf(name);
  if (month === -1 || collected === undefined) return undefined;
  const rest = timeOfDay(hour, minute, second, fraction) - ahead * 60_000;
  const latest = collected + day;
  const year = new Date(latest + ahead * 60_000).getUTCFullYear();
  const time = Date.UTC(year, month, Number(date)) + rest;
  return time <= latest ? time : Date.UTC(year - 1, month, Number(date)) + rest;
}

function kernelTime(match: RegExpExecArray, { ahead }: LogClock): number | undefined {
  const [, name = '', date, hour, minute, second, year] = match;
  const month = months.indexOf(name);
  if (month === -1) return undefined;
  const day = Date.UTC(Number(year), month, Number(date));
  return day + timeOfDay(hour, minute, second) - ahead * 60_000;
}

/** In milliseconds. */
function timeOfDay(hour?: string, minute?: string, second?: string, fraction?: string): number {
  return ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds(fraction);
}

function milliseconds(digits?: string): number {
  return digits === undefined ? 0 : Number(digits.slice(0, 3).padEnd(3, '0'));
}

/** The minutes in a zone such as `Europe/Berlin (CEST, +0200)`. */
export function zoneAhead(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)\)$/.exec(zone) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** One of them. */
export type LineSeverity = (typeof lineSeverities)[number];

function isError(line: string): boolean {
  return error.test(line) && (!line.includes('errors=') || error.test(line.replace(option, '')));
}

/** What a line of a log speaks of: its priority if it begins with one, otherwise its words. */
export function lineSeverity(line: string): LineSeverity | undefined {
  const [, number] = priority.exec(line) ?? [];
  if (number !== undefined) {
    const level = Number(number) % 8;
    return level <= 3 ? 'error' : level === 4 ? 'warning' : undefined;
  }
  return isError(line) ? 'error' : warning.test(line) ? 'warning' : undefined;
}
