import { closeSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isHostspecError } from '@hostspec/spec';
import {
  type ArchiveLimits,
  type CountedInput,
  invalidArchive,
  overLimit,
  withDefaults,
} from '../archive-limits.js';
import type { FormatName } from '../formats.js';
import type { Archive } from './archive.js';
import { type ArchiveLayout, layoutOf } from './archive-layout.js';
import { kindOfStart, peeked } from './content-start.js';
import {
  type Compression,
  compressionOf,
  contentOf,
  firstBytes,
  type OpenFile,
  unpacked,
} from './decompress.js';
import { indexDirectory, readDirectory } from './directory-index.js';
import type { MemberReader } from './member.js';
import { startBytes } from './member.js';
import {
  archiveOf,
  formatOfStart,
  indexFile,
  notRead,
  type OpenArchiveOptions,
  openFile,
} from './open-archive.js';
import { createSpool } from './spool.js';
import { readTar } from './tar-members.js';

/** Where to look for secrets: a directory, a tar, a file in hostspec's own format (NDJSON), or any other file or stream. */
export interface Input extends CountedInput {
  readonly form: 'directory' | 'tar' | 'own' | 'file';
  /** The format, if this is an archive of hostspec. */
  readonly format: FormatName;
  readonly compression: Compression | undefined;
  /** True for a stream, which can be read only once. */
  readonly once: boolean;
  members(reader: MemberReader): Promise<void>;
  /** The raw bytes of a file. */
  content(): AsyncIterable<Uint8Array>;
  /** The parts of an archive, found without storing its content. A file has none. */
  layout(): Promise<ArchiveLayout>;
  /** Opens the same input as an archive. Close that first. */
  archive(): Promise<Archive>;
  close(): Promise<void>;
}

/**
 * Opens a directory or a regular file.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it is something else or cannot be read.
 */
export async function openInput(path: string, options: OpenArchiveOptions = {}): Promise<Input> {
  const limits = withDefaults(options.limits);
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return directoryInput(path, limits);
    const file = { ...openFile(path), read: options.read };
    try {
      return await fileInput(file, limits, options, async () => closeSync(file.fd));
    } catch (error) {
      closeSync(file.fd);
      throw error;
    }
  } catch (error) {
    throw notRead(path, error);
  }
}

/**
 * Opens a stream; `name` is for messages. An archive is kept in a nameless file until `close`. Any other stream is read as it comes.
 *
 * @throws HostspecError `INVALID_ARCHIVE` if it exceeds a limit; `NO_SPACE`.
 */
export async function openStream(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  options: OpenArchiveOptions = {},
): Promise<Input> {
  const limits = withDefaults(options.limits);
  const { start, content } = await peeked(stream);
  const isPlain = kindOfStart(start).kind === 'plain' && formatOfStart(start) === undefined;
  if (isPlain) return { ...notAnArchive(name, limits), once: true, content: () => content };
  const spool = createSpool(options.temporaryDirectory ?? tmpdir());
  try {
    for await (const piece of content) {
      if (spool.position() + piece.length > limits.bytes) throw overLimit(name, limits, 'bytes');
      await spool.append(piece);
    }
    const file = { path: name, fd: spool.fd, bytes: spool.position() };
    return await fileInput(file, limits, options, spool.close);
  } catch (error) {
    await spool.close();
    throw error;
  }
}

function notAnArchive(path: string, limits: ArchiveLimits): Omit<Input, 'content'> {
  const refuse = async (): Promise<never> => {
    throw invalidArchive(path, 'it is not an archive');
  };
  return {
    path,
    form: 'file',
    format: 'tar.gz',
    compression: undefined,
    limits,
    once: false,
    members: refuse,
    layout: refuse,
    archive: refuse,
    close: async () => {},
  };
}

function directoryInput(path: string, limits: ArchiveLimits): Input {
  return {
    ...notAnArchive(path, limits),
    form: 'directory',
    format: 'directory',
    members: (reader) => readDirectory(path, limits, reader),
    async *content() {},
    layout: async () => layoutOf(await indexDirectory(path, limits)),
    archive: async () => archiveOf(path, await indexDirectory(path, limits), limits),
  };
}

async function fileInput(
  file: OpenFile,
  limits: ArchiveLimits,
  { temporaryDirectory = tmpdir() }: OpenArchiveOptions,
  close: () => Promise<void>,
): Promise<Input> {
  const members = (reader: MemberReader): Promise<void> =>
    readTar(file.path, unpacked(file, limits), limits, reader);
  const start = firstBytes(file, startBytes);
  const format = formatOfStart(start);
  return {
    ...notAnArchive(file.path, limits),
    form: format !== undefined ? 'own' : (await isTar(file, limits)) ? 'tar' : 'file',
    format: format ?? 'tar.gz',
    compression: compressionOf(start),
    members,
    content: () => contentOf(file),
    async layout() {
      const names = { files: new Set<string>(), links: new Set<string>() };
      await members({
        async take({ path, type }) {
          if (type === 'file') names.files.add(path);
          else if (type !== 'directory') names.links.add(path);
        },
        skip() {},
      });
      return layoutOf(names);
    },
    archive: async () => archiveOf(file.path, await indexFile(file, limits, temporaryDirectory), limits),
    close,
  };
}

/** Whether a file is a tar, maybe compressed. One that only begins like gzip is an ordinary file. */
async function isTar(file: OpenFile, limits: ArchiveLimits): Promise<boolean> {
  try {
    const { start, content } = await peeked(unpacked(file, limits));
    await content.return(undefined);
    return kindOfStart(start).kind === 'tar';
  } catch (error) {
    if (isHostspecError(error)) throw error;
    return false;
  }
}
