import { addMasked, type MaskedCounts } from '@hostspec/spec';
import { shownPath } from '../archive-index.js';
import type { Member, MemberReader } from '../read/member.js';
import { spooledFile } from '../read/spool.js';
import { Unreadable } from '../read/unreadable.js';
import type { ByteOutput } from '../write/gzip-file.js';
import type { MemberWriter } from '../write/member-writer.js';
import type { MaskingWork } from './masking.js';
import { maskedMetadata } from './metadata.js';
import { maskedNames } from './names.js';

/** Masks a content; returns what was masked. */
type MaskContent = (
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  output: Pick<ByteOutput, 'write'>,
  depth: number,
) => Promise<MaskedCounts>;

/** How members are copied. */
export interface CopyMembers {
  readonly mask: MaskContent;
  /** Precedes paths in messages. */
  readonly prefix?: string;
  /** How many contents the members are in. */
  readonly depth?: number;
  /** The prefix of a host's files, in the layout of insights-core. */
  readonly tree?: string;
  /** Whether a member is metadata of insights-core. */
  readonly isMetadata?: (path: string) => boolean;
  /** Why a member is left out; undefined for one that is copied. */
  readonly denialOf?: (member: Member) => string | undefined;
  /** Receives an error in writing. */
  readonly onFailure?: (error: unknown) => void;
}

/** Copies members with everything masked: names, targets of links and contents. What cannot be read is left out. */
export async function copyMembers(
  work: MaskingWork,
  read: (reader: MemberReader) => Promise<void>,
  writer: MemberWriter,
  members: CopyMembers,
): Promise<void> {
  const { mask, prefix = '', depth = 0, tree = '', denialOf } = members;
  const { isMetadata = () => false, onFailure = () => {} } = members;
  const names = maskedNames(work.redaction, tree);

  const copyFile = async (member: Member, path: string, counts: Record<string, number>): Promise<void> => {
    const spool = work.spool(depth);
    await spool.clear();
    const content = isMetadata(member.path)
      ? maskedMetadata(member.content(), work, names)
      : member.content();
    addMasked(counts, await mask(work, prefix + path, content, { write: spool.append }, depth));
    const bytes = spool.position();
    await writer.file({ ...member, path }, bytes, spooledFile(spool, 0, bytes).stream());
  };

  await read({
    async take(member) {
      const denial = denialOf?.(member);
      if (denial !== undefined)
        return work.left({ path: shownPath(prefix + names.path(member.path)), reason: denial });
      const path = names.member(member.path, member.type);
      const target = names.path(member.target);
      const counts: Record<string, number> = {};
      try {
        if (member.type === 'file') await copyFile(withoutOwnersSecrets(member, work), path, counts);
        else await writer.other({ ...withoutOwnersSecrets(member, work), path, target });
        countNames(member, path, target, counts, work);
        if (member.type === 'file' || Object.keys(counts).length > 0) work.counted(counts);
      } catch (error) {
        if (error instanceof Unreadable)
          return work.left({ path: shownPath(prefix + path), reason: error.message });
        onFailure(error);
        throw error;
      }
    },
    skip: ({ path, reason }) => work.left({ path: shownPath(prefix + names.path(path)), reason }),
  });
}

function withoutOwnersSecrets(member: Member, { redaction: { text } }: MaskingWork): Member {
  const { owner } = member;
  return { ...member, owner: { ...owner, user: text(owner.user), group: text(owner.group) } };
}

function countNames(
  member: Member,
  path: string,
  target: string,
  counts: Record<string, number>,
  { redaction }: MaskingWork,
): void {
  if (path === member.path && target === member.target) return;
  addMasked(counts, masksIn(redaction, `${member.path}\n${member.target}`));
}

function masksIn({ content }: MaskingWork['redaction'], text: string): MaskedCounts {
  const redactor = content();
  redactor.push(Buffer.from(text));
  redactor.end();
  return redactor.masked();
}
