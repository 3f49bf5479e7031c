import { atMost, defined, listOver } from '@hostspec/host-kit';
import { type Host, type HostProblem, hasWildcard, hostError, type SpecOptions } from '@hostspec/spec';
import { denyingHost } from './denying-host.js';
import type { Session } from './session.js';

// Editors, package managers and downloads leave these beside logs.
const leftover = /(?:\.sw[a-p]|~|\.(?:dpkg|ucf)-[a-z]+|\.rpm(?:save|new|orig)|\.part)$/;

/** The most notes about omissions in one outcome. */
const maxReasons = 10;

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

/** The files that match patterns and are collected. */
export interface CollectedMatches {
  readonly paths: readonly string[];
  /** Descriptions of what was left out. */
  readonly notes: readonly string[];
  /** Why there may be files that were not found. */
  readonly problem?: HostProblem;
}

/** Finds the files that match patterns. If there are more than `most`, it keeps the newest and adds a note. */
export async function matchesOf(
  patterns: readonly string[],
  most: number,
  host: Host,
  { log }: Pick<Partial<SpecOptions>, 'log'> = {},
): Promise<CollectedMatches> {
  const found = await host.glob(patterns, { newest: most });
  const paths = log === undefined ? found.paths : found.paths.filter((path) => !leftover.test(path));
  const { matched = paths.length, notEntered, problem } = found;
  const notes: string[] = [];
  const files = `${matched} files that match ${patterns.join(' or ')}`;
  let chosen = paths;
  if (paths.length > most) {
    const { kept, byTime } = await newestOf(paths, most, host);
    chosen = kept;
    notes.push(
      byTime
        ? `the ${most} newest of ${files}`
        : `the first ${most} of ${files}: it is unknown which are the newest`,
    );
  } else if (matched > paths.length) notes.push(`the ${paths.length} newest of ${files}`);
  notes.push(...leftOutNote(notEntered));
  return defined({ paths: chosen, notes, problem });
}

/** What was left out, in at most one note. */
function leftOutNote(reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0) return [];
  return [`left out: ${atMost(reasons, maxReasons).join('; ')}`];
}

/** Picks the newest matches, for a host that returns all. */
async function newestOf(
  paths: readonly string[],
  most: number,
  host: Host,
): Promise<{ readonly kept: readonly string[]; readonly byTime: boolean }> {
  const times = new Map<string, number>();
  for (const path of paths) times.set(path, (await host.stat(path))?.modified ?? 0);
  const timeOf = (path: string): number => times.get(path) ?? 0;
  const kept = new Set([...paths].sort((one, other) => timeOf(other) - timeOf(one)).slice(0, most));
  return { kept: paths.filter((path) => kept.has(path)), byTime: new Set(times.values()).size > 1 };
}
