import { createHash } from 'node:crypto';
import { fromFileSystem } from '@hostspec/files';
import { nameBytes } from '@hostspec/host-kit';
import { endingOf, type FormatName } from './formats.js';

/** Most bytes of a file name. */
export const nameLimit = 255;

const unsafe = /%(?=[0-9A-Fa-f]{2})|[/\p{Cc}\p{Cs}]/gu;

/**
 * Makes a name one component of an archive path: UTF-8 without control characters, other bytes as `%XX`. Different names stay different.
 */
export function encodeName(name: string): string {
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '%2E');
  return name.replace(unsafe, (char) => escapedBytes(nameBytes(char)));
}

/** Reverses `encodeName`. */
export function decodeName(name: string): string {
  return name.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    fromFileSystem(Buffer.from(escapes.replaceAll('%', ''), 'hex')),
  );
}

/** Appends a suffix to a name. Cuts the name, between characters and escapes, to at most 255 bytes in all. */
export function fitName(name: string, suffix = ''): string {
  const room = nameLimit - Buffer.byteLength(suffix);
  if (Buffer.byteLength(name) <= room) return name + suffix;
  let bytes = 0;
  let cut = '';
  for (const [piece] of name.matchAll(/%[0-9A-Fa-f]{2}|./gsu)) {
    bytes += Buffer.byteLength(piece);
    if (bytes > room) break;
    cut += piece;
  }
  return cut + suffix;
}

/** Bytes as `%XX`. */
function escapedBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** The file with one line for each host, in the directory of the archives. */
export const linesName = 'hosts.ndjson';

/** The file that lists what belongs to a fleet, in its directory. */
export const fleetStateName = 'fleet.json';

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
