import { bytesText, byteUnits, counted } from '@hostspec/host-kit';
import type { Column, Value } from './facts.js';
import { unknownValue } from './sentence.js';

const second = 1000;
const durations: Readonly<Record<string, number>> = {
  s: second,
  m: 60 * second,
  h: 3600 * second,
  d: 86_400 * second,
  w: 604_800 * second,
};

/** The form of a duration, for messages. */
export const durationRule = 'a whole number with s, m, h, d or w, such as 90d';

/** Parses a duration such as `36h` to milliseconds; undefined if the text is not one. */
export function durationOf(value: unknown): number | undefined {
  const [, number, unit = ''] = (typeof value === 'string' && /^(\d{1,9}) ?([smhdw])$/.exec(value)) || [];
  return number === undefined ? undefined : Number(number) * (durations[unit] ?? 0);
}

/** Converts a value to the unit of a column: a number, a size such as `10 GiB`, or a duration such as `2h`. Undefined for other values. */
export function numberOf(value: unknown, { unit }: Column): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (unit === 'bytes') {
    const [, number, of = ''] =
      (typeof value === 'string' && /^(\d{1,9}(?:\.\d{1,3})?) ?([KMGTP]?i?B)$/.exec(value)) || [];
    const power = byteUnits.indexOf(of);
    return number === undefined || power < 0 ? undefined : Math.round(Number(number) * 1024 ** power);
  }
  const duration = durationOf(value);
  if (duration === undefined) return undefined;
  return unit === 'seconds' ? duration / second : unit === 'milliseconds' ? duration : undefined;
}

/** The allowed numbers of a column, for messages. */
export function numberRule({ unit }: Column): string {
  if (unit === 'bytes') return 'a number of bytes, or a size such as 10 GiB';
  if (unit === 'seconds' || unit === 'milliseconds') return `a number of ${unit}, or ${durationRule}`;
  return unit === undefined ? 'a number' : `a number (${unit})`;
}

/** Parses an ISO time with a zone, such as `2026-01-31T00:00:00Z`, to milliseconds since the epoch; undefined for other values. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(value))
    return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** Formats a duration in whole units for people: `3 days`. */
function durationText(milliseconds: number): string {
  const units = [
    ['day', 86_400 * second],
    ['hour', 3600 * second],
    ['minute', 60 * second],
    ['second', second],
  ] as const;
  const [name, length] = units.find(([, one]) => milliseconds >= one) ?? ['second', second];
  return counted(Math.floor(milliseconds / length), name);
}

/** Formats a value of a column for people. */
export function valueText(value: Value, column: Column | undefined): string {
  if (value === undefined) return unknownValue;
  if (typeof value !== 'number') return String(value);
  if (column?.type === 'time')
    return new Date(value)
      .toISOString()
      .replace('T', ' ')
      .replace(/(:\d\d)\..*$/, '$1 UTC');
  if (column?.unit === 'bytes') return bytesText(value);
  if (column?.unit === 'seconds') return durationText(value * second);
  return String(Number.isInteger(value) ? value : Number(value.toFixed(2)));
}
