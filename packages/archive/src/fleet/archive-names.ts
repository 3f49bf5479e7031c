import { createHash } from 'node:crypto';
import { escapedBytes } from '../archive-name.js';
import { endingOf, type FormatName } from '../formats.js';

/** The file with one line for each host, in the directory of the archives. */
export const linesName = 'hosts.ndjson';

const longest = 200;

/**
 * The name of a host's archive: the host's name, with other characters than letters, digits, `.`, `_`, `-` and `@` as `%XX`.
 * Different hosts have different names, and none is hidden or begins like an option.
 */
export function archiveNameOf(host: string, format: FormatName): string {
  const safe = host.replace(/[^A-Za-z0-9._@-]|^[.-]/gu, percent);
  const name = safe.length > longest ? `${safe.slice(0, longest).replace(/%.?$/, '')}~${digest(host)}` : safe;
  const whole = name + endingOf(format);
  return whole === linesName ? whole.replace(/^./, percent) : whole;
}

const percent = (char: string): string => escapedBytes(Buffer.from(char));

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
