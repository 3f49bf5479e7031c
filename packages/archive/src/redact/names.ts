import type { Redaction } from '@hostspec/spec';
import { fitName } from '../archive-name.js';

/** The names of the members of one tar or directory, with masks. */
export interface MaskedNames {
  /** The path of a member. No two files have the same. */
  member(path: string, type: string): string;
  /** A path that is written somewhere, such as the target of a link. */
  path(path: string): string;
}

/** Masks names. What is below `tree` is masked the same way as a path that counts from it. */
export function maskedNames({ text }: Redaction, tree = ''): MaskedNames {
  const taken = new Set<string>();
  // Else many names that get the same mask would each count from 2.
  const next = new Map<string, number>();

  const name = (before: string): string => {
    const after = text(before);
    return after === before ? before : fitName(after);
  };
  // First each name, so that one does not depend on those above it.
  const whole = (path: string): string => text(path.split('/').map(name).join('/'));
  const path = (before: string): string =>
    before.startsWith(tree) ? whole(tree) + whole(before.slice(tree.length)) : whole(before);

  return {
    path,
    member(before, type) {
      const wanted = path(before);
      if (type === 'directory') return wanted;
      let free = wanted;
      let number = next.get(wanted) ?? 2;
      for (; taken.has(free); number++) free = `${wanted}~${number}`;
      next.set(wanted, number);
      taken.add(free);
      return free;
    },
  };
}
