import { visible } from './safe-output.js';

/** Text of the host or the user on one line, with escapes for control characters, line ends and tabs. */
export function printable(text: string): string {
  return visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Text on one line, cut to at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const line = printable(text.trim().replace(/\s+/g, ' '));
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}

/** Seconds as people read them: `0.42 s`, `12 s`, `3 min 5 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** A count with its noun: `1 file`, `3 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
