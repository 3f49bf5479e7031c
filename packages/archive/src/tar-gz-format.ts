import { existsSync, renameSync } from 'node:fs';
import type { Outcome } from '@hostspec/spec';
import { completeDirectory } from './directory-format.js';
import type { Format, RunEnd } from './format.js';
import { manifestText } from './manifest.js';
import { metadataPath } from './metadata.js';
import { isNoSpace, sinkError } from './sink-error.js';
import { tarGzStream } from './tar-gz-stream.js';
import type { WorkDirectory } from './work-directory.js';
import { writeNewFile } from './work-directory.js';

const archiveName = 'archive.tar.gz';

/** What a tar.gz is made with. */
export interface TarGzFormatOptions {
  readonly top: string;
  readonly level: number;
  /** Puts the complete file at its place and returns that. */
  move(file: string): string;
  /** The directory that remains where there is no space for the tar. */
  readonly salvaged: string;
}

/** Compresses items as they are kept; their files stay until the archive is complete, so that a killed run can be completed. */
export function tarGzFormat(work: WorkDirectory, { top, level, move, salvaged }: TarGzFormatOptions): Format {
  const tar = tarGzStream(work.create(archiveName), level);
  const metadata: [string, string][] = [];
  tar.append({ name: `${top}/insights_archive.txt`, bytes: new Uint8Array() });

  const check = (): void => {
    const failure = tar.failure();
    if (failure !== undefined) throw sinkError(failure, `${work.path}/${archiveName}`, tar.waiting());
  };

  return {
    keep({ path, bytes }, fd) {
      const member = { name: `${top}/data/${path}`, path: `${work.path}/data/${path}`, size: bytes };
      if (fd === undefined) tar.append(member);
      else tar.appendOpen(fd, member);
      check();
    },
    write(outcome: Outcome, _json, text) {
      if (text === undefined) return;
      metadata.push([outcome.name, text]);
      tar.append({ name: `${top}/${metadataPath(outcome.name)}`, bytes: Buffer.from(text) });
      check();
    },
    async complete({ head, outcomes }: RunEnd) {
      tar.append({ name: `${top}/manifest.json`, bytes: Buffer.from(manifestText(head, outcomes)) });
      try {
        await tar.end();
      } catch (error) {
        throw sinkError(error, `${work.path}/${archiveName}`, tar.waiting());
      }
      const path = move(`${work.path}/${archiveName}`);
      work.destroy();
      return path;
    },
    async salvage(end) {
      await tar.abort();
      work.remove(archiveName);
      try {
        writeNewFile(work, 'insights_archive.txt', '');
        for (const [name, text] of metadata) writeNewFile(work, metadataPath(name), text);
      } catch (error) {
        if (!isNoSpace(error)) throw error;
      }
      completeDirectory(work, end);
      const place = freeName(salvaged);
      renameSync(work.path, place);
      return place;
    },
    abort: () => tar.abort(),
  };
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${path}~${number}`;
    if (!existsSync(candidate)) return candidate;
  }
}
