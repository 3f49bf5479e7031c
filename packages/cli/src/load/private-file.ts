import { untrustedWords } from './named-file.js';
import { whyUntrustedData } from './trust.js';

const others = 0o077;

/** Refuses, for root, a file with a secret that others can replace. */
export function checkPlace(path: string, refuse: (problem: string) => Error): void {
  const why = whyUntrustedData(path);
  if (why !== undefined) throw refuse(untrustedWords(why));
}

/** Refuses a file with a secret that others can read or change. */
export function checkMode(mode: number, refuse: (problem: string) => Error): void {
  if ((mode & others) !== 0)
    throw refuse('can be read or changed by other users; allowed: a file for its owner only (chmod 600)');
}
