import { maxLinks } from '@hostspec/host-kit';

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** The path of the directory above; empty for that of the root, which is written without its slash. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A link on the way, to be followed from `from`. */
export interface Link<Here> {
  readonly link: string;
  readonly from: Here;
  /** The names that follow it. Default: those that were left. */
  readonly rest?: readonly string[];
}

/** The end of a walk before the end of its path. */
interface End<Found> {
  readonly end: Found;
}

/** How a walk moves from one place to the next. */
export interface Steps<Here, Found> {
  /** The place at the root. */
  root(): Here;
  /** Looks up and judges a name that is neither `.` nor `..`; the walk ends with what this throws. */
  down(here: Here, name: string, rest: readonly string[]): { readonly at: Here } | Link<Here> | End<Found>;
  up(here: Here): Here;
  /** The error for more links than the kernel follows. */
  tooManyLinks(here: Here): Error;
}

/** Follows an absolute path name by name, as the kernel does, so that each name is judged before it is used. */
export function walk<Here, Found = never>(path: string, steps: Steps<Here, Found>): Here | Found {
  let here = steps.root();
  let rest: readonly string[] = partsOf(path);
  let links = 0;
  while (rest.length > 0) {
    const [name = '', ...after] = rest;
    rest = after;
    if (name === '.') continue;
    if (name === '..') {
      here = steps.up(here);
      continue;
    }
    const next = steps.down(here, name, after);
    if ('end' in next) return next.end;
    if ('at' in next) {
      here = next.at;
      continue;
    }
    if (++links > maxLinks) throw steps.tooManyLinks(next.from);
    here = next.link.startsWith('/') ? steps.root() : next.from;
    rest = [...partsOf(next.link), ...(next.rest ?? after)];
  }
  return here;
}
