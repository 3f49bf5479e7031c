import { printable } from './text.js';

/** The text of an error for the user. An error without a code is a bug in hostspec and shows its stack. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  // A CatalogError has one line for each problem. Other messages can contain untrusted names with line ends.
  if ('hasLines' in error) return error.message.split('\n').map(printable).join('\n');
  return error.name === 'CatalogError' ? error.message : printable(error.message);
}
