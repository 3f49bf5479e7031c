import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf, processStat } from '@hostspec/files';
import { HostspecError } from '@hostspec/spec';
import { sinkError } from '../sink-error.js';
import type { ArchivesDirectory } from '../write/archives-directory.js';

/** The lock in a directory of archives: a link whose target names the process that writes there. A link never exists in part. */
export const lockName = '.hosts.lock';

type Directory = Pick<ArchivesDirectory, 'path' | 'at'>;

// Each try meets another process that ended meanwhile.
const tries = 5;

/**
 * Locks a directory of archives for this process, and returns the function that unlocks it. Takes over the lock of a process that has
 * ended. `option` names the directory for the user.
 *
 * @throws HostspecError `SINK` with the process that holds it, or if it cannot be written; `NO_SPACE`.
 */
export function lockDirectory(option: string, directory: Directory): () => void {
  const own = thisProcess();
  for (let left = tries; left > 0; left--) {
    if (isMade(directory, own)) return () => takeAway(directory, own);
    const found = holderIn(directory, lockName);
    if (found === undefined) continue;
    const why = whyHeld(found, own);
    if (why !== undefined) throw held(option, directory.path, why);
    takeAway(directory, found);
  }
  throw held(option, directory.path, 'several processes try to use it');
}

function isMade(directory: Directory, holder: string): boolean {
  try {
    symlinkSync(holder, directory.at(lockName));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw sinkError(error, join(directory.path, lockName));
  }
}

/** The holder that a link names; undefined if there is no link, empty if it is something else. */
function holderIn(directory: Directory, name: string): string | undefined {
  try {
    return readlinkSync(directory.at(name));
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : '';
  }
}

/** Removes the lock of a process, unless it is already that of another. */
function takeAway(directory: Directory, holder: string): void {
  if (holderIn(directory, lockName) !== holder) return;
  const aside = `${lockName}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(directory.at(lockName), directory.at(aside));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = holderIn(directory, aside);
  if (moved !== undefined && moved !== holder) isMade(directory, moved);
  unlinkSync(directory.at(aside));
}

/** Why a lock still counts; undefined if its process has ended. */
function whyHeld(found: string, own: string): string | undefined {
  const [pid = '', start, boot, namespace, host] = found.split(' ');
  const [, , ownBoot, ownNamespace, ownHost] = own.split(' ');
  if (!/^\d+$/.test(pid) || host === undefined) return 'its lock cannot be read';
  if (host !== ownHost) return `process ${pid} on ${JSON.stringify(host)} uses it`;
  if (boot !== ownBoot) return undefined;
  if (namespace !== ownNamespace) return `process ${pid} of another container uses it`;
  return startOf(Number(pid)) === start ? `process ${pid} uses it` : undefined;
}

/** Identifies this process. Its number alone is not enough: other namespaces and later boots use it again. */
function thisProcess(): string {
  return [
    process.pid,
    startOf(process.pid) ?? '',
    textAt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    textAt(() => readlinkSync('/proc/self/ns/pid')),
    hostname(),
  ].join(' ');
}

/** When a process began; undefined if there is none, or it has ended. */
function startOf(pid: number): string | undefined {
  const stat = processStat(pid);
  return stat?.state === 'Z' ? undefined : stat?.start;
}

/** Empty if the system does not say. */
function textAt(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return '';
  }
}

function held(option: string, path: string, why: string): HostspecError {
  return new HostspecError(
    'SINK',
    `${option} ${JSON.stringify(path)} is in use: ${why}; wait until it has ended, or remove ${lockName} there if it has`,
    { subject: path },
  );
}
