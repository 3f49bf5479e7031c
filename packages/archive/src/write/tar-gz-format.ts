import { closeSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync, constants as zlib } from 'node:zlib';
import { manifestName, manifestText, markerName, metadataPath } from '../manifest.js';
import { sinkError } from '../sink-error.js';
import { salvageDirectory } from './directory-format.js';
import type { FileFormat, FilePlace, Format, Workshop } from './format.js';
import { type GzipFile, gzipFile } from './gzip-file.js';
import { openPatiently } from './patience.js';
import { packedStore, type ZeroRun } from './stores.js';
import { endOfArchive, isOwnTar, paddingFor, tarHeader } from './tar-header.js';

const readAsync = promisify(read);
const smallBytes = 64 * 1024;

const archiveName = 'archive.tar.gz';

/** The tar.gz format. `level` is zlib's; default 5. */
export function tarGz(level?: number): FileFormat {
  return {
    isOwn: (start) => isOwnTar(gunzipSync(start, { finishFlush: zlib.Z_SYNC_FLUSH })),
    store: packedStore,
    open: (workshop, file) => tarGzFormat(workshop, file, level),
  };
}

/**
 * Compresses items as they are kept. Their files stay until the archive is complete: a killed run is completed from them, and they are what
 * remains as a directory when space runs out.
 */
function tarGzFormat(
  { work, stored, content, place }: Workshop,
  { top, move }: FilePlace,
  level: number | undefined,
): Format {
  const tar = tarGzStream(work.create(archiveName), level);
  tar.append({ name: `${top}/${markerName}`, bytes: new Uint8Array() });

  const check = (failure = tar.failure()): void => {
    if (failure !== undefined) throw sinkError(failure, `${work.path}/${archiveName}`, tar.waiting());
  };

  return {
    begin() {},
    keep({ path, bytes: size }, bytes) {
      const { file, offset } = content.locate(path);
      const name = `${top}/data/${path}`;
      tar.append({ name, size, path: stored.file(file), offset, zeros: content.zeros(path) }, bytes);
      check();
    },
    write({ name }, text) {
      if (text === undefined) return;
      tar.append({ name: `${top}/${metadataPath(name)}`, bytes: Buffer.from(text) });
      check();
    },
    async complete({ head, outcomes }) {
      tar.append({ name: `${top}/${manifestName}`, bytes: Buffer.from(manifestText(head, outcomes)) });
      await tar.end().catch(check);
      return move(work.file(archiveName));
    },
    async salvage(end) {
      await tar.abort();
      work.remove(archiveName);
      if (stored !== work) throw tar.failure();
      return salvageDirectory({ work, content, place }, end, top);
    },
    abort: () => tar.abort(),
  };
}

/** A member: bytes, or a part of a file. */
type TarContent = { readonly name: string } & (BytesContent | FileContent);

interface BytesContent {
  readonly bytes: Uint8Array;
}

/** `size` bytes of a file from `offset`. */
interface FileContent {
  readonly size: number;
  readonly path: string;
  readonly offset: number;
  /** Runs of zeros in the content, in order. They are not read. */
  readonly zeros: readonly ZeroRun[];
}

type Queued = TarContent & { readonly header?: Buffer };

/** A tar.gz file that members are appended to while others are still being collected. */
interface TarGzStream {
  /**
   * Appends in the background, in order, without holding files in memory. If nothing waits and a file's content is `known`, appends at
   * once.
   */
  append(content: TarContent, known?: Uint8Array): void;
  waiting(): number;
  failure(): unknown;
  end(): Promise<void>;
  abort(): Promise<void>;
}

/** Writes a tar.gz into an open file, and closes it. All members have 0600, directories 0700. */
export function tarGzStream(fd: number, level?: number): TarGzStream {
  const gzip = gzipFile(fd, level);
  const headersOf = memberHeaders();
  const queue: Queued[] = [];
  let waiting = 0;
  let running: Promise<void> | undefined;
  let failure: unknown;
  let aborted = false;

  const drain = async (): Promise<void> => {
    for (let next = queue.shift(); next && !aborted; next = queue.shift()) {
      const { name, header, ...content } = next;
      const size = 'bytes' in content ? content.bytes.length : content.size;
      await gzip.write(header ?? headersOf(name, size));
      if ('bytes' in content) await gzip.write(content.bytes);
      else await copyFile(gzip, content);
      await gzip.write(Buffer.alloc(paddingFor(size)));
      waiting -= size;
    }
    if (gzip.isDue()) await gzip.flush();
  };

  const start = (): void => {
    running ??= drain()
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        running = undefined;
        if (queue.length > 0 && failure === undefined && !aborted) start();
      });
  };

  const enqueue = (content: Queued): void => {
    waiting += 'bytes' in content ? content.bytes.length : content.size;
    queue.push(content);
    start();
  };

  return {
    append(content, known = 'bytes' in content ? content.bytes : undefined) {
      if (failure !== undefined) return;
      if (running || known === undefined) return enqueue(content);
      const header = headersOf(content.name, known.length);
      if (!copyMember(gzip, header, known)) enqueue({ ...content, header });
      else if (gzip.isDue()) start();
    },
    waiting: () => waiting,
    failure: () => failure,
    async end() {
      while (running) await running;
      if (failure !== undefined) throw failure;
      try {
        await gzip.write(endOfArchive);
        await gzip.end();
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    async abort() {
      aborted = true;
      while (running) await running;
      await gzip.abort();
    },
  };
}

/** Creates the headers of a member: those of directories above it that have none yet, then its own. */
function memberHeaders(): (name: string, size: number) => Buffer {
  const directories = new Set<string>();
  return (name, size) => {
    const modified = Date.now() / 1000;
    const headers: Buffer[] = [];
    for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1)) {
      const directory = name.slice(0, end);
      if (directories.has(directory)) continue;
      directories.add(directory);
      headers.push(tarHeader({ name: directory, type: 'directory', size: 0, modified }));
    }
    headers.push(tarHeader({ name, type: 'file', size, modified }));
    return headers.length === 1 && headers[0] ? headers[0] : Buffer.concat(headers);
  };
}

async function copyFile(gzip: GzipFile, { path, offset, size, zeros }: FileContent): Promise<void> {
  const file = await openPatiently(path);
  const isSmall = size <= smallBytes;
  let done = 0;
  try {
    for (const run of [...zeros, { at: size, length: 0 }]) {
      await copyRange(gzip, { file, path, isSmall }, offset + done, offset + run.at);
      await gzip.zeros(run.length);
      done = run.at + run.length;
    }
  } finally {
    closeSync(file);
  }
}

interface CopiedFile {
  readonly file: number;
  readonly path: string;
  readonly isSmall: boolean;
}

async function copyRange(
  gzip: GzipFile,
  { file, path, isSmall }: CopiedFile,
  from: number,
  to: number,
): Promise<void> {
  for (let at = from; at < to; ) {
    if (gzip.room() === 0) await gzip.flush();
    const length = Math.min(to - at, gzip.room());
    // Read a small file here: it was just written, and a thread would take longer.
    const read = isSmall
      ? readSync(file, gzip.free(), 0, length, at)
      : (await readAsync(file, gzip.free(), 0, length, at)).bytesRead;
    if (read === 0) throw new Error(`${path} lost ${to - at} bytes after it was stored`);
    gzip.filled(read);
    at += read;
  }
}

/** Copies a member into the current batch. Returns false if it does not fit. */
function copyMember(gzip: GzipFile, header: Buffer, bytes: Uint8Array): boolean {
  const padding = paddingFor(bytes.length);
  const free = gzip.free();
  if (header.length + bytes.length + padding > free.length) return false;
  free.set(header);
  free.set(bytes, header.length);
  free.fill(0, header.length + bytes.length, header.length + bytes.length + padding);
  gzip.filled(header.length + bytes.length + padding);
  return true;
}
