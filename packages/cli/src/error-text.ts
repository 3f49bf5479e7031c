import { printable } from './text.js';

/** What a user is told of an error; what is none of ours or the system's is a fault of hostspec, with its stack. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.stack ?? error.message;
  // Of a catalog every problem has a line; any other message could hold a name with a line end of a stranger's.
  return error.name === 'CatalogError' ? error.message : printable(error.message);
}
