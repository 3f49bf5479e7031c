import { paddingFor } from '../write/tar-header.js';
import { blockSize, headerOf, longName, paxRecords, TarError, type TarHeader } from './tar-block.js';

/** A member of a tar, with what blocks before its header say. */
export interface TarEntry extends TarHeader {
  /** The whole content, if it was read already. */
  whole(): Uint8Array | undefined;
  /** The content in pieces. What is not read before the next member is skipped. */
  pieces(): AsyncGenerator<Uint8Array>;
}

/** Most bytes that blocks say about a member. No path is longer. */
const mostAbout = 4 * 1024 * 1024;

/**
 * Reads an uncompressed tar once, front to end. Waits for `take` only if that returns a promise.
 *
 * @throws TarError if it is not a tar, or is truncated; the errors of its content and of `take`.
 */
export async function eachEntry(
  content: AsyncIterable<Uint8Array>,
  take: (entry: TarEntry) => Promise<void> | void,
): Promise<void> {
  const bytes = readingBytes(content);
  try {
    for (const entry of entriesOf(bytes)) {
      // To wait for nothing takes longer than to read a small member.
      const waits = entry === undefined ? bytes.more() : take(entry);
      if (waits) await waits;
    }
  } finally {
    await bytes.close();
  }
}

/** Gives the members, and undefined when it needs more bytes. */
function* entriesOf(bytes: Bytes): Generator<TarEntry | undefined, void> {
  let shared = new Map<string, string>();
  let about: About = {};
  for (let isFirst = true; ; isFirst = false) {
    const header = yield* nextHeader(bytes, isFirst);
    if (!header) return;
    const { type, size } = header;
    if (isAbout(type)) {
      if (size > mostAbout) throw new TarError('long');
      let said = bytes.exactly(size);
      for (; !said; said = bytes.exactly(size)) yield undefined;
      if (type === 'shared records') shared = paxRecords(said);
      else about = { ...about, [type]: type === 'records' ? paxRecords(said) : longName(said) };
      yield* skip(bytes, paddingFor(size));
      continue;
    }
    const own = withAbout(header, about, shared);
    about = {};
    // A directory has no content, whatever its header says.
    let left = own.type === 'directory' ? 0 : own.size;
    const padding = paddingFor(left);
    yield {
      ...own,
      whole() {
        const read = bytes.exactly(left);
        if (read) left = 0;
        return read;
      },
      async *pieces() {
        while (left > 0) {
          const piece = bytes.some(left);
          left -= piece.length;
          if (piece.length > 0) yield piece;
          else await bytes.more();
        }
      },
    };
    yield* skip(bytes, left + padding);
  }
}

function* skip(bytes: Bytes, count: number): Generator<undefined, void> {
  let left = count - bytes.some(count).length;
  for (; left > 0; left -= bytes.some(left).length) yield undefined;
}

/** Returns the next header; undefined at the end. */
function* nextHeader(bytes: Bytes, isFirst: boolean): Generator<undefined, TarHeader | undefined> {
  for (let zeros = 0; !bytes.isAtEnd(); ) {
    const block = bytes.exactly(blockSize);
    if (!block) {
      yield undefined;
      continue;
    }
    const header = headerOf(block);
    // A tar ends with two blocks of zeros. What begins with them has no members, however long it is.
    if (header || (isFirst && ++zeros === 2)) return header;
  }
  return undefined;
}

/** What blocks say about the next member. */
interface About {
  readonly records?: ReadonlyMap<string, string>;
  readonly 'long name'?: string;
  readonly 'long target'?: string;
}

function isAbout(type: TarHeader['type']): type is keyof About | 'shared records' {
  return type === 'records' || type === 'shared records' || type === 'long name' || type === 'long target';
}

function withAbout(header: TarHeader, about: About, shared: ReadonlyMap<string, string>): TarHeader {
  const { records } = about;
  const said = (name: string): string | undefined => records?.get(name) || shared.get(name) || undefined;
  const numberIn = (name: string, own: number): number => {
    const number = Number(said(name) ?? own);
    return Number.isSafeInteger(number) && number >= 0 ? number : Number.NaN;
  };
  const size = numberIn('size', header.size);
  if (Number.isNaN(size)) throw new TarError('header');
  return {
    ...header,
    name: said('path') ?? about['long name'] ?? header.name,
    target: said('linkpath') ?? about['long target'] ?? header.target,
    uid: numberIn('uid', header.uid) || 0,
    gid: numberIn('gid', header.gid) || 0,
    size,
  };
}

type Bytes = ReturnType<typeof readingBytes>;

/** Holds the bytes of a content that were read, and not taken yet. */
function readingBytes(content: AsyncIterable<Uint8Array>) {
  const source = content[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let isRead = false;
  const some = (most: number): Buffer => {
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    return taken;
  };
  return {
    isAtEnd: () => isRead && held.length === 0,
    /** Takes at most so many bytes: none if none are held. */
    some,
    /** Takes so many bytes; undefined if fewer are held. */
    exactly: (count: number) => (held.length < count ? undefined : some(count)),
    /** Reads more bytes, or comes to the end. @throws TarError if it came to it before. */
    async more(): Promise<void> {
      if (isRead) throw new TarError('end');
      const { done, value } = await source.next();
      isRead = done === true;
      if (done) return;
      const fresh = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      held = held.length === 0 ? fresh : Buffer.concat([held, fresh]);
    },
    close: async (): Promise<void> => void (await source.return?.()),
  };
}
