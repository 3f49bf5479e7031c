import { absolutePath } from '@hostspec/host-kit';
import { type Item, joinWords, type Outcome } from '@hostspec/spec';
import type { ArchiveLayout } from '../read/archive-layout.js';
import type { Member } from '../read/member.js';

/** What is left out of a copy. Each method returns why, or undefined for what is kept. */
export interface CopyDenials {
  /** Called with the name of a spec. */
  spec(name: string): string | undefined;
  /** Called with the absolute path of a file or directory on the host. It has no `.`, `..`, doubled slashes or slash at its end. */
  file(path: string): string | undefined;
  /** Called with a command line. */
  command(line: string): string | undefined;
  /** Called with a path below the tree of a host in an archive that is not of hostspec, such as `insights_commands/lsmod`. */
  member(path: string): string | undefined;
}

/** Why an item of an archive of hostspec is left out. */
export function denialOfItem(
  { source, commandLine }: Item,
  denials: CopyDenials | undefined,
): string | undefined {
  return source.kind === 'command'
    ? denials?.command(commandLine ?? joinWords(source.argv))
    : denials?.file(absolutePath(source.path));
}

/** The outcome of a spec of which nothing is copied. */
export const deniedOutcome = (outcome: Outcome, reason: string): Outcome => ({
  ...outcome,
  status: 'denied',
  reason,
  items: [],
  misses: [],
});

const metadataName = /^meta_data\/(?:.*\.)?(\w+)\.json$/;

/** Says why a member is left out, and a hard link to one that is. */
export function memberDenials(
  { top, tree }: ArchiveLayout,
  denials: CopyDenials,
): (member: Pick<Member, 'path' | 'type' | 'target'>) => string | undefined {
  const denialOf = (path: string): string | undefined => {
    const [, spec] = metadataName.exec(path.slice(top.length)) ?? [];
    if (tree !== top && spec !== undefined && path.startsWith(top)) return denials.spec(spec);
    return path.startsWith(tree) ? denials.member(path.slice(tree.length)) : undefined;
  };
  return ({ path, type, target }) => denialOf(path) ?? (type === 'link' ? denialOf(target) : undefined);
}
