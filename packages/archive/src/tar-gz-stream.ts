import { close, closeSync, open, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzipFile } from './gzip-file.js';
import { paddingFor, tarHeader } from './tar-header.js';

const openAsync = promisify(open);
const readAsync = promisify(read);
const closeAsync = promisify(close);
const flushAt = 128 * 1024;
const directSize = 64 * 1024;
const endOfArchive = Buffer.alloc(1024);

/** A member of the archive: bytes, or the first `size` bytes of a file. */
export type TarContent =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly size: number; readonly path: string };

type Queued = TarContent & { readonly header?: Buffer };

/** A tar.gz file that members are appended to while others are still being collected. */
export interface TarGzStream {
  /** Appends in the background, in order; keeps no content of files in memory. */
  append(content: TarContent): void;
  /** Appends from an open file at once where that costs no waiting; otherwise from its path, later. Closes it. */
  appendOpen(fd: number, content: { name: string; size: number; path: string }): void;
  /** Bytes that wait to be compressed. */
  waiting(): number;
  /** Why nothing can be appended any more. */
  failure(): unknown;
  /** Completes and closes the file. */
  end(): Promise<void>;
  /** Closes the file as it is. */
  abort(): Promise<void>;
}

/** Writes a tar.gz into an open file, which it takes over. All members have 0600, directories 0700. */
export function tarGzStream(fd: number, level: number): TarGzStream {
  const gzip = gzipFile(fd, level);
  const directories = new Set<string>();
  const queue: Queued[] = [];
  let waiting = 0;
  let running: Promise<void> | undefined;
  let failure: unknown;
  let aborted = false;

  const headersOf = (name: string, size: number): Buffer => {
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

  const copyFile = async (path: string, size: number): Promise<void> => {
    const source = await openAsync(path, 'r');
    try {
      for (let left = size; left > 0; ) {
        if (gzip.room() === 0) await gzip.flush();
        const length = Math.min(left, gzip.room());
        const { bytesRead } = await readAsync(source, gzip.free(), 0, length, null);
        if (bytesRead === 0) throw new Error(`${path} lost ${left} of ${size} bytes after it was kept`);
        gzip.filled(bytesRead);
        left -= bytesRead;
      }
    } finally {
      await closeAsync(source);
    }
  };

  const drain = async (): Promise<void> => {
    for (let next = queue.shift(); next && !aborted; next = queue.shift()) {
      const { name, header, ...content } = next;
      const size = 'bytes' in content ? content.bytes.length : content.size;
      await gzip.write(header ?? headersOf(name, size));
      if ('bytes' in content) await gzip.write(content.bytes);
      else await copyFile(content.path, size);
      await gzip.write(Buffer.alloc(paddingFor(size)));
      waiting -= size;
    }
    if (gzip.fill() >= flushAt) await gzip.flush();
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

  const append = (content: Queued): void => {
    if (failure !== undefined) return;
    waiting += 'bytes' in content ? content.bytes.length : content.size;
    queue.push(content);
    start();
  };

  return {
    append,
    appendOpen(source, content) {
      if (running || failure !== undefined || content.size > directSize) {
        closeSync(source);
        append(content);
        return;
      }
      const header = headersOf(content.name, content.size);
      const needed = header.length + content.size + paddingFor(content.size);
      if (needed > gzip.room() || !readAll(source, content, gzip.free().subarray(header.length))) {
        closeSync(source);
        append({ ...content, header });
        return;
      }
      closeSync(source);
      header.copy(gzip.free());
      gzip.free().fill(0, header.length + content.size, needed);
      gzip.filled(needed);
      if (gzip.fill() >= flushAt) start();
    },
    waiting: () => waiting,
    failure: () => failure,
    async end() {
      while (running) await running;
      if (failure !== undefined) throw failure;
      await gzip.write(endOfArchive);
      await gzip.end();
    },
    async abort() {
      aborted = true;
      while (running) await running;
      await gzip.abort();
    },
  };
}

function readAll(fd: number, { size }: { size: number }, target: Buffer): boolean {
  for (let offset = 0; offset < size; ) {
    const read = readSync(fd, target, offset, size - offset, offset);
    if (read === 0) return false;
    offset += read;
  }
  return true;
}
