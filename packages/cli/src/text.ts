import { shortened } from '@hostspec/host-kit';
import { visible } from './safe-output.js';

/** Text of the host or the user on one line, with escapes for control characters, line ends and tabs. */
export function printable(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Text on one line, cut to at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  return shortened(printable(text.trim().replace(/\s+/g, ' ')), limit);
}

/** Text on one line of a terminal, in characters that take one column each, cut to a width. */
export function plainLine(text: string, width: number): string {
  const line = printable(text).replace(/[^\x20-\x7e]/gu, '?');
  return line.length > width
    ? `${line.slice(0, Math.max(width - 3, 0))}...`.slice(0, Math.max(width, 0))
    : line;
}

/** Seconds as people read them: `0.42 s`, `12 s`, `3 min 5 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
