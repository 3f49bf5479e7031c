import { gunzipSync, constants as zlib } from 'node:zlib';
import { manifestName, manifestText, markerName, metadataPath } from '../manifest.js';
import { sinkError } from '../sink-error.js';
import { salvageDirectory } from './directory-format.js';
import type { FileFormat, FilePlace, Format, Workshop } from './format.js';
import { packedStore } from './stores.js';
import { tarGzStream } from './tar-gz-stream.js';
import { isOwnTar } from './tar-header.js';

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
