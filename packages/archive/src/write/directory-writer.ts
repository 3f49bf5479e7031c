import { closeSync, futimesSync } from 'node:fs';
import { asZeroBytes } from '@hostspec/host-kit';
import { encodeName } from '../archive-name.js';
import type { WorkDirectory } from '../work-directory.js';
import { sparseFile } from './content-store.js';
import type { MemberWriter } from './member-writer.js';

/** Writes files, directories and links below a work directory: files 0600 with their times, directories 0700. */
export function directoryWriter(work: WorkDirectory): MemberWriter {
  // Links are made last, so that nothing is ever written through one.
  const links: { readonly path: string; readonly target: string }[] = [];
  return {
    async file({ path, modified }, _, content) {
      const fd = work.create(nameOnDisk(path));
      try {
        const copy = sparseFile(fd);
        for await (const piece of content) copy.write(asZeroBytes(piece));
        copy.end();
        futimesSync(fd, modified, modified);
      } finally {
        closeSync(fd);
      }
    },
    async other({ path, type, target }) {
      if (type === 'directory') work.directory(nameOnDisk(path));
      else links.push({ path: nameOnDisk(path), target });
    },
    async end() {
      for (const { path, target } of links) work.link(path, target);
    },
  };
}

/** Node cannot make a file whose name is not UTF-8: such a name has its bytes as `%XX`. */
function nameOnDisk(path: string): string {
  if (!/\p{Cs}/u.test(path)) return path;
  return path.split('/').map(encodeName).join('/');
}
