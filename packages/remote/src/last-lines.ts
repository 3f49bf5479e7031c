import { shown } from '@hostspec/host-kit';

const mostLines = 6;

/** The last lines that a program printed, as one line. Empty if it printed nothing. */
export function lastLines(text: string, limit = 600): string {
  const lines = text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    // The frame around ssh's warnings.
    .filter((line) => line !== '' && !/^@+$/.test(line));
  return shown(lines.slice(-mostLines).join('; '), limit);
}
