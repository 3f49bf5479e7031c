import { defined, usageError } from '@hostspec/host-kit';
import { type UsageError, windowSeconds } from '@hostspec/spec';
import type { OptionName } from '../plan/restrictions.js';
import { momentOf, type Zone } from './zone.js';

/**
 * The time that collected logs are about. `since` and `until` are in the local time of the host: `2026-11-20`, `2026-11-20 14:00`, `-3h`,
 * `-2d`, `today`, `yesterday`. `boot` is the time from the first to the last message of a boot: 0 for the current one, -1 for the one before,
 * or its id.
 */
export interface WindowOptions {
  readonly since?: string;
  readonly until?: string;
  readonly boot?: string;
}

/** A window of time, in milliseconds since the epoch. */
export interface Window {
  readonly since?: number;
  readonly until?: number;
  /** The window in the words of whoever asked for it. */
  readonly asked: string;
}

/** A moment as written, before the host's time is known. */
type Written =
  | { readonly kind: 'ago'; readonly milliseconds: number }
  | { readonly kind: 'day'; readonly back: number }
  | { readonly kind: 'date'; readonly local: number };

const allowed =
  'a date such as 2026-11-20, a date and time such as "2026-11-20 14:00", a time ago such as -3h or -2d (m, h, d, w), today or yesterday';

const datePattern = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * Checks a window, as far as that is possible without its host. A program can call it before it opens a host.
 *
 * @throws UsageError that names the option, the value and what is allowed.
 */
export function checkWindow(window: WindowOptions, nameOf: OptionName): void {
  const { since, until, boot } = window;
  const first = since === undefined ? undefined : written(nameOf('since'), since);
  const last = until === undefined ? undefined : written(nameOf('until'), until);
  if (boot !== undefined) {
    if (!/^(0|-\d{1,4}|[0-9a-f]{32})$/.test(String(boot)))
      throw usageError(
        `${nameOf('boot')} ${JSON.stringify(boot)} is not allowed; allowed: 0 for the current boot, -1 for the one before, and so on, or a boot id of 32 hexadecimal digits`,
        nameOf('boot'),
        boot,
      );
    if (first ?? last)
      throw usageError(
        `${nameOf('boot')} cannot be combined with ${nameOf('since')} and ${nameOf('until')}: a boot is a window of its own; give only one of them`,
        nameOf('boot'),
        boot,
      );
  }
  if (first?.kind === 'ago' && last?.kind === 'ago' && first.milliseconds < last.milliseconds)
    throw endsBefore(window, nameOf);
  if (first?.kind === 'date' && last?.kind === 'date' && first.local > last.local)
    throw endsBefore(window, nameOf);
}

/** The window between two written moments, at the time of a host. @throws UsageError as `checkWindow`. */
export function windowOf(
  window: Pick<WindowOptions, 'since' | 'until'>,
  now: number,
  zone: Zone,
  nameOf: OptionName,
): Window {
  const { since, until } = window;
  const first = since === undefined ? undefined : at(written(nameOf('since'), since), now, zone);
  const last = until === undefined ? undefined : at(written(nameOf('until'), until), now, zone);
  if (first !== undefined && last !== undefined && first > last) throw endsBefore(window, nameOf);
  if (first !== undefined && first > now)
    throw usageError(
      `${nameOf('since')} ${JSON.stringify(since)} is later than the time of the host, ${localText(now + zone(now))}`,
      nameOf('since'),
      since,
    );
  return defined({ since: first, until: last, asked: askedText(window, nameOf) });
}

function askedText(window: WindowOptions, nameOf: OptionName): string {
  const names = ['since', 'until', 'boot'] as const;
  const given = names.filter((name) => window[name] !== undefined);
  return given.map((name) => `${nameOf(name)} ${window[name]}`).join(' ');
}

/** Local time, given as if it were UTC, as `written` takes it. */
function localText(local: number): string {
  return new Date(local).toISOString().slice(0, 19).replace('T', ' ');
}

function endsBefore(window: WindowOptions, nameOf: OptionName): UsageError {
  const text = askedText(window, nameOf);
  return usageError(
    `the window ${text} ends before it begins; ${nameOf('until')} must be later than ${nameOf('since')}`,
    nameOf('until'),
    window.until,
  );
}

function written(option: string, text: string): Written {
  if (text === 'today') return { kind: 'day', back: 0 };
  if (text === 'yesterday') return { kind: 'day', back: 1 };
  const ago = text.startsWith('-') ? windowSeconds(text.slice(1)) : undefined;
  if (ago !== undefined) return { kind: 'ago', milliseconds: ago * 1000 };
  const found = datePattern.exec(text);
  const wrong = (what: string): UsageError =>
    usageError(`${option} ${JSON.stringify(text)} ${what}; allowed: ${allowed}`, option, text);
  if (!found) throw wrong('is not allowed');
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const local = Date.UTC(year, month - 1, date, hour, minute, second);
  // Date turns a date that does not exist, such as the 30th of February, into another one.
  const made = new Date(local);
  if (
    made.getUTCMonth() !== month - 1 ||
    made.getUTCDate() !== date ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    throw wrong('does not exist');
  return { kind: 'date', local };
}

function at(moment: Written, now: number, zone: Zone): number {
  if (moment.kind === 'ago') return now - moment.milliseconds;
  if (moment.kind === 'date') return momentOf(moment.local, zone);
  const local = new Date(now + zone(now));
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() - moment.back);
  return momentOf(midnight, zone);
}
