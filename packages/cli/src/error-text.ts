import { shortened } from '@hostspec/host-kit';
import { printable } from './text.js';

/** The text of an error for the user. An error without a code is a bug in hostspec and shows its stack. */
export function errorText(error: unknown): string {
  return textOf(error)
    .replaceAll(...longValue(error))
    .split('\n')
    .map((line) => (line.length > longestLine ? `${line.slice(0, half)}…${line.slice(-half)}` : line))
    .join('\n');
}

const longestValue = 1000;
const longestLine = 4000;
const half = longestLine / 2;

/** A long value of an error, and what stands for it. */
function longValue(error: unknown): [string, string] {
  const value = error instanceof Error && 'value' in error ? error.value : undefined;
  return typeof value === 'string' && value.length > longestValue
    ? [value, shortened(value, longestValue)]
    : ['', ''];
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  // A CatalogError has one line for each problem. Other messages can contain untrusted names with line ends.
  if ('hasLines' in error) return error.message.split('\n').map(printable).join('\n');
  return error.name === 'CatalogError' ? error.message : printable(error.message);
}
