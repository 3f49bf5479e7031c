import { addMasked, isObject, packedReason } from '@hostspec/host-kit';
import type { MaskedCounts, Redaction } from '@hostspec/spec';
import { shownPath } from '../archive-index.js';
import { jsonReaderOf } from '../archive-limits.js';
import { fitName } from '../archive-name.js';
import {
  deepest,
  gunzipped,
  kindOfStart,
  NotOpened,
  peeked,
  readable,
  Unreadable,
  unreadable,
} from '../read/content-start.js';
import type { Member, MemberReader } from '../read/member.js';
import { spooledFile } from '../read/spool.js';
import { readTar } from '../read/tar-members.js';
import { type ByteOutput, gzipTo } from '../write/gzip-file.js';
import { type MemberWriter, tarWriter } from '../write/member-writer.js';
import type { MaskingWork } from './masking.js';

interface CopyMembers {
  /** Put before paths in messages. */
  readonly prefix?: string;
  /** Contents around the members. */
  readonly depth?: number;
  /** Prefix of the host's files in the layout of insights-core. */
  readonly tree?: string;
  readonly isMetadata?: (path: string) => boolean;
  /** Why to leave out a member; undefined to copy it. */
  readonly denialOf?: (member: Member) => string | undefined;
  readonly onFailure?: (error: unknown) => void;
}

/** Copies members with names, link targets and contents masked. Leaves out what cannot be read. */
export async function copyMembers(
  work: MaskingWork,
  read: (reader: MemberReader) => Promise<void>,
  writer: MemberWriter,
  members: CopyMembers,
): Promise<void> {
  const { prefix = '', depth = 0, tree = '', denialOf } = members;
  const { isMetadata = () => false, onFailure = () => {} } = members;
  const names = maskedNames(work.redaction, tree);

  const copyFile = async (member: Member, path: string, counts: Record<string, number>): Promise<void> => {
    const spool = work.spool(depth);
    await spool.clear();
    const content = isMetadata(member.path)
      ? maskedMetadata(member.content(), work, names)
      : member.content();
    addMasked(counts, await maskContent(work, prefix + path, content, { write: spool.append }, depth));
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

/**
 * Masks a content, also inside gzip and tar, which are packed again. Content in other compressions, or nested deeper than `deepest`, is not
 * copied unless `keepsPacked`. Returns the counts.
 *
 * @throws Unreadable if it cannot be read or unpacked.
 */
export async function maskContent(
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  output: Pick<ByteOutput, 'write'>,
  depth = 0,
): Promise<MaskedCounts> {
  const { start, content: whole } = await peeked(readable(content));
  const found = kindOfStart(start);
  if (found.kind === 'gzip' && depth < deepest) return await maskGzip(work, at, whole, output, depth + 1);
  if (found.kind === 'tar' && depth < deepest) return await maskTar(work, at, whole, output, depth + 1);
  if (found.kind !== 'plain') {
    const format = found.kind === 'opaque' ? found.format : found.kind;
    if (!work.keepsPacked) throw new NotOpened(packedReason(format));
    work.closed({ path: shownPath(at), reason: `it is packed by ${format}, which is not opened here` });
  }
  const redactor = work.redaction.content({ path: at });
  for await (const piece of whole) {
    work.take(piece.length);
    const masked = redactor.push(piece);
    if (masked.length > 0) await output.write(masked);
  }
  await output.write(redactor.end());
  return redactor.masked();
}

async function maskGzip(
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  { write }: Pick<ByteOutput, 'write'>,
  depth: number,
): Promise<MaskedCounts> {
  const gzip = gzipTo({ write, close: async () => {} });
  try {
    const counts = await maskContent(work, at, gunzipped(work.path, content, work.limits), gzip, depth);
    await gzip.end();
    return counts;
  } catch (error) {
    await gzip.abort();
    throw error;
  }
}

async function maskTar(
  work: MaskingWork,
  at: string,
  content: AsyncIterable<Uint8Array>,
  output: Pick<ByteOutput, 'write'>,
  depth: number,
): Promise<MaskedCounts> {
  const total: Record<string, number> = {};
  const within = { ...work, counted: (counts: MaskedCounts) => void addMasked(total, counts) };
  const writer = tarWriter(output);
  let writing: unknown;
  try {
    await copyMembers(within, (reader) => readTar(at, content, work.limits, reader), writer, {
      prefix: `${at}: `,
      depth,
      onFailure: (error) => {
        writing = error;
      },
    });
  } catch (error) {
    // Leave out a broken tar, but stop if the disk is full.
    throw writing ?? work.failure() ?? unreadable(error);
  }
  await writer.end();
  return total;
}

/** Masked names of the members of one tar or directory. */
export interface MaskedNames {
  /** The path of a member. No two files get the same. */
  member(path: string, type: string): string;
  /** Any other path, such as the target of a link. */
  path(path: string): string;
}

/** Creates masked names. A path below `tree` gets the same mask as the path on the host. */
export function maskedNames({ text }: Redaction, tree = ''): MaskedNames {
  const taken = new Set<string>();
  // Otherwise, many names with the same mask would each count from 2.
  const next = new Map<string, number>();

  const name = (before: string): string => {
    const after = text(before);
    return after === before ? before : fitName(after);
  };
  // Each name first, so that its mask does not depend on the names above it.
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

/** Masks insights-core metadata; paths get the masks of the members' names. Anything but JSON stays as it is. */
export async function* maskedMetadata(
  content: AsyncIterable<Uint8Array>,
  { limits, redaction: { text } }: MaskingWork,
  names: MaskedNames,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes <= limits.jsonBytes) pieces.push(piece);
    else {
      yield* pieces.splice(0);
      yield piece;
    }
  }
  if (bytes > limits.jsonBytes) return;
  const whole = Buffer.concat(pieces);
  const masked = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return key === 'relative_path' ? names.path(value) : text(value);
    if (Array.isArray(value)) return value.map((each) => masked(each, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each, name)]));
  };
  try {
    const document = jsonReaderOf(limits).read(new TextDecoder('utf-8', { fatal: true }).decode(whole));
    const after = JSON.stringify(masked(document, ''));
    yield after === JSON.stringify(document) ? whole : Buffer.from(after);
  } catch {
    yield whole;
  }
}
