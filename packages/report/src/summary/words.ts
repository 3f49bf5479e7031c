import type { Finding } from './summary.js';

/** A fact whose data is its text; none if there is no text. */
export function textFact(label: string, from: string, text: string | undefined): Finding[] {
  return text === undefined || text === '' ? [] : [{ label, text, from, data: text }];
}

/** A share as whole percent; 0 if there is no whole. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 100) : 0;
}

/** A time in UTC, to the second. */
export function timeText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime())
    ? 'unknown'
    : date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC');
}

/** A duration in seconds as days, hours and minutes. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** How often each word occurs, the most frequent first. */
export function countsOf(words: Iterable<string>): (readonly [word: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
