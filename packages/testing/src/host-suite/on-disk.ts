import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameBytes } from '@hostspec/host-kit';
import type { FakeFile } from '../fake-host.js';
import { fifo } from '../pathological/files.js';

/** Files of a small host in a directory of this machine. */
export interface FilesOnDisk {
  /** The real path of the directory. */
  readonly path: string;
  end(): void;
}

/** How files are made. */
export interface FilesOnDiskOptions {
  /** Links that are absolute, or have more `..` than there are directories, lead below the directory on this machine, too. */
  readonly linksInside?: boolean;
}

/** Makes the files of a small host below a new temporary directory. FIFOs are made by `mkfifo`. */
export function filesOnDisk(
  files: Readonly<Record<string, FakeFile>>,
  { linksInside = false }: FilesOnDiskOptions = {},
): FilesOnDisk {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'small-host-')));
  for (const [name, file] of Object.entries(files)) {
    const place = onDisk(join(path, name));
    mkdirSync(onDisk(join(path, name, '..')), { recursive: true });
    if (typeof file === 'string' || file instanceof Uint8Array) writeFileSync(place, file);
    else if ('link' in file) symlinkSync(linksInside ? leadInside(file.link, path) : file.link, place);
    else if (file.kind === 'directory') mkdirSync(place, file.denied ? 0 : 0o777);
    else if (file.kind === 'fifo') fifo(join(path, name));
    else {
      writeFileSync(place, file.content ?? '');
      if (file.modified !== undefined) utimesSync(place, file.modified / 1000, file.modified / 1000);
      if (file.denied) chmodSync(place, 0);
    }
  }
  return { path, end: () => rmSync(path, { recursive: true }) };
}

function onDisk(path: string): Buffer {
  return Buffer.from(nameBytes(path));
}

function leadInside(target: string, path: string): string {
  return target.startsWith('/')
    ? `${path}${target}`
    : target.replace(/^(\.\.\/){20,}/, `$&${path.slice(1)}/`);
}
