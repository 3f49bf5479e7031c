import { listOver } from '@hostspec/host-kit';
import { hasWildcard, hostError } from '@hostspec/spec';
import { denyingHost } from './denying-host.js';
import { leftOutNote } from './matches.js';
import type { Session } from './session.js';

/** The names that a `listdir` gives. */
export interface Listing {
  /** Sorted. */
  readonly names: readonly string[];
  /** What was left out. */
  readonly note?: string;
}

/** Limit for names, and for directories on the way to them, of a pattern. */
const maxNames = 10_000;

/**
 * The names in a directory, or of everything that matches a pattern. The name of a directory is not a pattern, even if it has wildcards.
 *
 * @throws HostError if there is no such directory or nothing matches, or if it cannot be looked at.
 */
export async function listingOf(path: string, { host, denials }: Session): Promise<Listing> {
  if (!hasWildcard(path) || (await host.stat(path)) !== undefined) return { names: await host.list(path) };
  const {
    names,
    notEntered,
    problem = 'absent',
  } = await listOver(path, denyingHost(host, denials), maxNames);
  const notes = leftOutNote(notEntered);
  if (names.length === 0) throw hostError(problem, [`nothing matches ${path}`, ...notes].join('; '));
  return { names, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) };
}
