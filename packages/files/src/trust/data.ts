import { isUtf8 } from 'node:buffer';
import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { maxLinks } from '@hostspec/host-kit';
import {
  isSharedDirectory,
  type Purpose,
  requireTrusted,
  Untrusted,
  writersOf,
  writersWords,
} from './judge.js';
import { ownsSafely } from './owners.js';
import { walk } from './walk.js';
import { below, type Paths, type Stop, stopAt } from './way.js';

/**
 * Why somebody besides root could change the data at a path; undefined if nobody can, or if this process is not root's. Checks the
 * whole path: anybody who can write to a directory can replace its entries.
 */
export function whyUntrustedData(path: string): string | undefined {
  return process.geteuid?.() === 0 ? whyChangeable(path) : undefined;
}

/** Like `whyUntrustedData`, for any process: why somebody besides root and its own account could change the data. */
export function whyChangeable(path: string): string | undefined {
  return weakness(path, {});
}

/**
 * Like `whyUntrustedData`, for code. Trusts code that is protected as well as the code of the package in the directory `own`. A
 * sticky directory does not protect code: Node looks for package.json and node_modules in every directory above a module,
 * and anybody can create them there.
 */
export function whyUntrustedCode(path: string, own: string): string | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const ours = lstatSync(own);
  const above = new Set(ancestors(own));
  return weakness(path, {
    excuses: (at) => above.has(at),
    trusts: (uid, at) => uid === ours.uid || ownsSafely(uid, at),
    mayWrite: ({ stats }, writers) =>
      writers === 'group' && stats.gid === ours.gid && writersOf(ours) !== undefined,
    sticky: false,
  });
}

/** What is wrong with a file that root does not use, in words. */
export function untrustedWords(why: string): string {
  return `is not used by root, because others can change it: ${why}; make root the owner of it and of every directory above it (chown root), and let nobody else write there (chmod go-w)`;
}

const paths: Paths = {
  written: (path) => path,
  target(link) {
    const target = readlinkSync(link, 'buffer');
    // Decoded, it would lead elsewhere than the kernel goes.
    if (!isUtf8(target)) throw new Untrusted(`the target of ${link} is not UTF-8`);
    return target.toString();
  },
};

function weakness(path: string, purpose: Purpose): string | undefined {
  const judged = (at: string, above?: Stop): Stop | undefined => {
    const stop = stopAt(at, above, paths);
    if (stop) requireTrusted(stop, purpose);
    // Anybody can make what is missing in a shared directory; in any other, nobody else can.
    else if (above) requireUnshared(above);
    return stop;
  };
  const requireUnshared = (stop: Stop): void => {
    if (isSharedDirectory(stop.stats) && !purpose.excuses?.(stop.path))
      throw new Untrusted(`${stop.path} ${writersWords(stop.stats)}`);
  };
  try {
    const last = walk<Stop, undefined>(resolve(path), {
      root: () => judged('/') as Stop,
      up: (here) => here.above ?? here,
      down(here, name) {
        const stop = judged(below(here, name), here);
        if (stop === undefined) return { end: undefined };
        return stop.target === undefined ? { at: stop } : { link: stop.target, from: here };
      },
      tooManyLinks: () => new Untrusted(`${path} leads through more than ${maxLinks} symbolic links`),
    });
    if (last) requireUnshared(last);
    return undefined;
  } catch (error) {
    if (error instanceof Untrusted) return error.message;
    throw error;
  }
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestors(parent), path];
}
