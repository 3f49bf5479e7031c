import { dayLength } from './fleet-state.js';
import { invalid } from './invalid.js';

/** The day that a word means. @throws UsageError if it means none. */
export function dayOf(word: string): string {
  if (word === 'today') return dayBefore(0);
  if (word === 'yesterday') return dayBefore(1);
  if (/^\d{1,4}d$/.test(word)) return dayBefore(daysOf(word));
  const time = /^\d{4}-\d\d-\d\d$/.test(word) ? Date.parse(word) : Number.NaN;
  if (Number.isNaN(time))
    throw invalid(word, 'is not a day', 'today, yesterday, 7d, or a day such as 2026-01-31');
  return new Date(time).toISOString().slice(0, 10);
}

/** The number of days in a text such as `90d`. @throws UsageError if it is something else. */
export function daysOf(text: string): number {
  if (!/^[1-9]\d{0,3}d$/.test(text))
    throw invalid(text, 'is not a number of days', 'a number of days such as 90d');
  return Number(text.slice(0, -1));
}

/** The day in UTC that was so many days ago. */
export function dayBefore(days: number): string {
  return new Date(Date.now() - days * dayLength).toISOString().slice(0, 10);
}
