import type { SkippedMember } from '../archive-index.js';
import { byteCount, invalidArchive } from '../archive-limits.js';
import { layoutOf } from './archive-layout.js';
import {
  deepest,
  gunzipped,
  isUnmarkedUtf16,
  kindOfStart,
  peeked,
  readable,
  Unreadable,
  unreadable,
} from './content-start.js';
import type { Input } from './input.js';
import type { Member, MemberReader } from './member.js';
import { readTar } from './tar-members.js';

/** Sees everything in an input. A place is the path of a member; for a member inside another, both paths joined by `: `. */
export interface ContentVisitor {
  /** Called for each member of the input itself, before its names and contents. */
  member?(): void;
  /** Called for each name: the path of a member, or the target of a link. */
  name(name: string, place: string): void;
  /** Begins a content, already unpacked. `take` gets its pieces. */
  content(place: string): { take(piece: Uint8Array): void; end(): void };
  /** Called for a member whose content was not, or not completely, seen. */
  unseen(member: SkippedMember): void;
  /** Called for a member whose compression is not opened. Its raw bytes are seen. */
  closed(member: SkippedMember): void;
}

/**
 * Shows a visitor all names and contents of an input, also those of members in gzip and tar. Returns how many files the input itself has, as a
 * copy counts them: of an archive of hostspec, those of the host.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if the input cannot be read or exceeds a limit.
 */
export async function visitContents(input: Input, visitor: ContentVisitor): Promise<number> {
  const paths: string[] = [];
  const visit = visiting(input, visitor, paths);
  if (input.form === 'file') {
    await visitFile(input, visit);
    return 1;
  }
  if (input.form === 'own') await visitArchive(input, visit);
  else await input.members(visit.members('', 0));
  const { kind, tree } = layoutOf({ files: new Set(paths), links: new Set() });
  return kind === 'hostspec' ? paths.filter((path) => path.startsWith(tree)).length : paths.length;
}

async function visitFile({ path, content }: Input, visit: Visiting): Promise<void> {
  try {
    await visit.content(path, content(), 0);
  } catch (error) {
    if (error instanceof Unreadable) throw invalidArchive(path, error.message, error);
    throw error;
  }
}

interface Visiting {
  content(place: string, content: AsyncIterable<Uint8Array>, depth: number): Promise<void>;
  members(prefix: string, depth: number): MemberReader;
}

async function visitArchive(input: Input, { members }: Visiting): Promise<void> {
  const archive = await input.archive();
  const { take, skip } = members('', 0);
  try {
    for (const [prefix, files] of [['', archive.own] as const, ['data/', archive.files] as const])
      for (const [path, file] of files) await take({ ...plain, path: prefix + path, content: file.stream });
    for (const member of archive.skipped) await skip(member);
  } finally {
    await archive.close();
  }
}

const plain: Omit<Member, 'path' | 'content'> = {
  type: 'file',
  target: '',
  owner: { uid: 0, gid: 0, user: '', group: '' },
  mode: 0,
  modified: 0,
};

/** `files` gets the paths of the files of the input itself. */
function visiting(input: Input, visitor: ContentVisitor, files: string[]): Visiting {
  const { path, limits } = input;
  const { take, failure } = byteCount(input);

  const opened = async (
    kind: string,
    place: string,
    content: AsyncIterable<Uint8Array>,
    depth: number,
  ): Promise<void> => {
    if (kind === 'gzip') return await visit.content(place, gunzipped(path, content, limits), depth);
    await readTar(place, content, limits, visit.members(`${place}: `, depth)).catch((error: unknown) => {
      throw failure() ?? unreadable(error);
    });
  };

  const contentOf = async (
    place: string,
    content: AsyncIterable<Uint8Array>,
    depth: number,
  ): Promise<void> => {
    if (depth === 0) files.push(place);
    try {
      await visit.content(place, content, depth);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      visitor.unseen({ path: place, reason: error.message });
    }
  };

  const visit: Visiting = {
    async content(place, content, depth) {
      const { start, content: whole } = await peeked(readable(content));
      const found = kindOfStart(start);
      if (found.kind === 'gzip' || found.kind === 'tar') {
        if (depth < deepest) return await opened(found.kind, place, whole, depth + 1);
        visitor.closed({ path: place, reason: `it is packed more than ${deepest} times` });
      }
      if (found.kind === 'opaque')
        visitor.closed({ path: place, reason: `it is packed by ${found.format}, which is not opened` });
      if (isUnmarkedUtf16(start))
        visitor.closed({ path: place, reason: 'it seems to be UTF-16 without its mark, which is not read' });
      const seen = visitor.content(place);
      try {
        for await (const piece of whole) {
          take(piece.length);
          seen.take(piece);
        }
      } finally {
        seen.end();
      }
    },
    members: (prefix, depth) => ({
      async take(member) {
        const place = prefix + member.path;
        if (depth === 0) visitor.member?.();
        visitor.name(member.path, place);
        if (member.target !== '') visitor.name(member.target, place);
        if (member.type === 'file') await contentOf(place, member.content(), depth);
      },
      async skip({ path: name, reason }, content) {
        if (depth === 0) visitor.member?.();
        visitor.name(name, prefix + name);
        if (content) await contentOf(prefix + name, content, depth);
        else visitor.unseen({ path: prefix + name, reason });
      },
    }),
  };
  return visit;
}
