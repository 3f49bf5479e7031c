import { absolutePath } from '@hostspec/host-kit';
import { type Item, joinWords, type Outcome, type Redaction } from '@hostspec/spec';
import type { ManifestHead } from '../manifest.js';
import type { ArchiveLayout } from '../read/archive-layout.js';
import type { Member } from '../read/member.js';

/** Changes a manifest. Number and order of an outcome's items must stay. */
export interface ManifestChange {
  head(head: ManifestHead): ManifestHead;
  outcome(outcome: Outcome): Outcome;
}

/** How a copy differs from its input. */
export interface CopyChange {
  readonly redaction: Redaction;
  readonly manifest: ManifestChange;
  /** Keep compressed content that hostspec cannot open, unmasked. Default: leave it out. */
  readonly keepsPacked?: boolean;
  readonly denials?: CopyDenials | undefined;
}

/** Decides what a copy leaves out. Each method returns the reason, or undefined to keep. */
export interface CopyDenials {
  spec(name: string): string | undefined;
  /** `path` is an absolute path on the host, without `.`, `..`, doubled slashes or a slash at its end. */
  file(path: string): string | undefined;
  command(line: string): string | undefined;
  /** `path` is below the tree of a host in an archive of another program, such as `insights_commands/lsmod`. */
  member(path: string): string | undefined;
}

/** Why to leave out an item of an archive of hostspec. */
export function denialOfItem(
  { source, commandLine }: Item,
  denials: CopyDenials | undefined,
): string | undefined {
  return source.kind === 'command'
    ? denials?.command(commandLine ?? joinWords(source.argv))
    : denials?.file(absolutePath(source.path));
}

/** The outcome of a denied spec. */
export const deniedOutcome = (outcome: Outcome, reason: string): Outcome => ({
  ...outcome,
  status: 'denied',
  reason,
  items: [],
  misses: [],
});

const metadataName = /^meta_data\/(?:.*\.)?(\w+)\.json$/;

/** Tells why a member, or a hard link to one, is left out. */
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
