import { normalize } from '@hostspec/host-kit';
import type { MountEntry } from '../mounted/mount-entry.js';
import type { Mounted } from '../mounted/mounted.js';
import type { Locate } from './locate.js';

/** The way to access a path: through the file system, or through separate processes. */
export interface Place {
  /** The path for accessing it. */
  readonly real: string;
  /** Where links lead, for messages. */
  readonly leadsTo: string;
  readonly through?: Mounted;
}

/** Makes the function that finds the way to a path; `notEntered` is called for each mount that is not entered. */
export function placeFinder(
  locate: Locate,
  mounts: MountEntry,
  notEntered: (reason: string) => void,
): (path: string) => Place {
  return (path) => {
    const location = locate(path);
    if (location.kind === 'real') return { real: location.path, leadsTo: location.leadsTo };
    const through = mounts.enter(location);
    if (through) return { real: location.path, leadsTo: location.path, through };
    const refusal = mounts.refusal(path, location);
    notEntered(refusal.message);
    throw refusal;
  };
}

/** Makes the function that words a path for messages, with its target if links lead elsewhere below the root. */
export function namer(root: string): (path: string, leadsTo: string) => string {
  const insideOf = pathInside(root);
  return (path, leadsTo) => {
    const place = insideOf(leadsTo);
    return place === normalize(path) ? path : `${path}, which leads to ${place}`;
  };
}

/** Makes the function that gives a path below the root as the host has it. */
export function pathInside(root: string): (real: string) => string {
  return (real) => (root === '/' ? real : real.slice(root.length) || '/');
}
