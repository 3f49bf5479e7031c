import { manifestName, manifestText, markerName } from '../manifest.js';
import { metadataPath } from '../metadata.js';
import { sinkError } from '../sink-error.js';
import type { Metadata } from './directory-format.js';
import type { Format, Workshop } from './format.js';
import { salvageDirectory } from './salvage.js';
import { tarGzStream } from './tar-gz-stream.js';

const archiveName = 'archive.tar.gz';

/** The options of a tar.gz. */
export interface TarGzFormatOptions {
  readonly top: string;
  readonly level: number;
  /** Moves the complete file into place and returns its path. */
  move(file: string): string;
  /** The name of the directory that remains if there is no space for the tar. */
  readonly salvaged: string;
}

/**
 * Compresses items as they are kept. Their files stay until the archive is complete, so that the run can be completed
 * from them when it is killed, and so that they are there as a directory when space runs out.
 */
export function tarGzFormat(
  { work, source, content, place }: Workshop,
  { top, level, move, salvaged }: TarGzFormatOptions,
): Format {
  const tar = tarGzStream(work.create(archiveName), level);
  const metadata: Metadata[] = [];
  tar.append({ name: `${top}/${markerName}`, bytes: new Uint8Array() });

  const check = (failure = tar.failure()): void => {
    if (failure !== undefined) throw sinkError(failure, `${work.path}/${archiveName}`, tar.waiting());
  };

  return {
    begin() {},
    keep({ path, bytes: size }, bytes) {
      const { file, offset } = content.locate(path);
      tar.append({ name: `${top}/data/${path}`, size, path: source.file(file), offset }, bytes);
      check();
    },
    write({ name }, text) {
      if (text === undefined) return;
      const path = metadataPath(name);
      metadata.push({ path, text });
      tar.append({ name: `${top}/${path}`, bytes: Buffer.from(text) });
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
      if (source !== work) throw tar.failure();
      return salvageDirectory({ work, content, metadata, place }, end, salvaged);
    },
    abort: () => tar.abort(),
  };
}
