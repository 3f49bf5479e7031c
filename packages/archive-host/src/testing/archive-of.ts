import type { TakePiece } from '@hostspec/spec';
import type { ArchivedFile, OpenedArchive } from '../opened-archive.js';

/** An archive in memory, from the host's files by path and anything else it should have. */
export function archiveOf(
  files: Readonly<Record<string, string>>,
  more: Partial<Omit<OpenedArchive, 'files' | 'links'>> & {
    readonly links?: Readonly<Record<string, string>>;
  } = {},
): OpenedArchive {
  return {
    path: '/tmp/archive.tar.gz',
    kind: 'tree',
    manifest: undefined,
    outcomes: new Map(),
    ...more,
    files: new Map(Object.entries(files).map(([path, content]) => [path, fileOf(content)])),
    links: new Map(Object.entries(more.links ?? {})),
  };
}

/** A file whose content comes in pieces of a few bytes. */
function fileOf(content: string): ArchivedFile {
  const bytes = Buffer.from(content);
  return {
    bytes: bytes.length,
    async *stream() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    },
  };
}

/** A file that claims another size than its content has. */
export function claiming(bytes: number, content: string): ArchivedFile {
  return { ...fileOf(content), bytes };
}

/** Outcomes with items, misses or anything else they should have. */
export function outcomesOf(...outcomes: readonly object[]): OpenedArchive['outcomes'] {
  return new Map(
    outcomes.map((outcome, index) => [`spec${index}`, { status: 'collected', items: [], ...outcome }]),
  );
}

/** Collects the content that a host gives. */
export async function taken(give: (take: TakePiece) => Promise<unknown>): Promise<string> {
  const pieces: Uint8Array[] = [];
  await give((piece) => void pieces.push(new Uint8Array(piece)));
  return Buffer.concat(pieces).toString('latin1');
}
