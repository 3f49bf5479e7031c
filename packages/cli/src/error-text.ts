import { printable } from './text.js';

/** The text of an error for the user. An error without a code is a bug in hostspec and shows its stack. */
export function errorText(error: unknown): string {
  return textOf(error).split('\n').map(short).join('\n');
}

const longestLine = 2000;

/** A value of any length is in the middle of its message: what is wrong is before it, and what to do is after it. */
function short(line: string): string {
  const half = longestLine / 2;
  return line.length > longestLine ? `${line.slice(0, half)}…${line.slice(-half)}` : line;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  // A CatalogError has one line for each problem. Other messages can contain untrusted names with line ends.
  if ('hasLines' in error) return error.message.split('\n').map(printable).join('\n');
  return error.name === 'CatalogError' ? error.message : printable(error.message);
}
