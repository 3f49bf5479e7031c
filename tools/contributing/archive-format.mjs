const tar = `import { closeSync, readFileSync } from 'node:fs';
import type { Item } from '@hostspec/spec';
import { manifestName, manifestText, markerName } from '../manifest.js';
import { metadataPath } from '../metadata.js';
import { writeAll } from '../write-all.js';
import { treeStore } from './content-store.js';
import type { FileFormat, FilePlace, Format, Metadata, Workshop } from './format.js';
import { salvageDirectory } from './salvage.js';
import { isOwnTar, paddingFor, tarHeader } from './tar-header.js';

const fileName = 'archive.tar';

/** A tar that is not compressed. */
export const tar: FileFormat = { isOwn: isOwnTar, store: treeStore, open: tarFormat };

function tarFormat({ work, stored, content, place }: Workshop, { top, move }: FilePlace): Format {
  const items: Item[] = [];
  const metadata: Metadata[] = [];
  return {
    begin() {},
    keep: (item) => void items.push(item),
    write({ name }, text) {
      if (text !== undefined) metadata.push({ path: metadataPath(name), text });
    },
    async complete({ head, outcomes }) {
      const fd = work.create(fileName);
      try {
        const add = members(fd, top);
        add(markerName, new Uint8Array());
        for (const { path, bytes } of items) {
          const { file, offset } = content.locate(path);
          add(\`data/\${path}\`, readFileSync(stored.file(file)).subarray(offset, offset + bytes));
        }
        for (const { path, text } of metadata) add(path, Buffer.from(text));
        add(manifestName, Buffer.from(manifestText(head, outcomes)));
        writeAll(fd, new Uint8Array(1024));
      } finally {
        closeSync(fd);
      }
      return move(work.file(fileName));
    },
    async salvage(end) {
      work.remove(fileName);
      return salvageDirectory({ work, content, place }, end, top);
    },
    async abort() {},
  };
}

/** Makes the function that writes a member, after the directories that it needs. */
function members(fd: number, top: string): (path: string, bytes: Uint8Array) => void {
  const modified = Date.now() / 1000;
  const directories = new Set<string>();
  return (path, bytes) => {
    const name = \`\${top}/\${path}\`;
    for (let end = name.indexOf('/'); end !== -1; end = name.indexOf('/', end + 1)) {
      const directory = name.slice(0, end);
      if (!directories.has(directory))
        writeAll(fd, tarHeader({ name: directory, type: 'directory', size: 0, modified }));
      directories.add(directory);
    }
    writeAll(fd, tarHeader({ name, type: 'file', size: bytes.length, modified }));
    writeAll(fd, bytes);
    writeAll(fd, new Uint8Array(paddingFor(bytes.length)));
  };
}
`;

const tests = `import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveSink, openArchive, verifyArchive } from '../index.js';
import { file, runOf, temporaryDirectory } from '../testing/run.js';

test('a tar holds what was collected, and replaces nothing but an archive', async () => {
  const path = join(temporaryDirectory(), 'host.tar');
  const made = await runOf(archiveSink('tar', { path }), { hosts: [file('/etc/hosts', '::1 localhost')] });
  expect(made.path).toBe(path);
  expect(execFileSync('tar', ['-tf', path], { encoding: 'utf8' })).toContain('host/data/etc/hosts\\n');
  expect(await verifyArchive(path)).toEqual([]);
  const archive = await openArchive(path);
  const [item] = archive.items('hosts');
  expect(Buffer.from((await item?.read()) ?? '').toString()).toBe('::1 localhost');
  await archive.close();
  expect((await runOf(archiveSink('tar', { path }), {})).path).toBe(path);
  writeFileSync(path, 'mine');
  expect(() => archiveSink('tar', { path })).toThrow('is not an archive of hostspec');
});
`;

/** A fourth archive format: its own files, and the lines in tables as `[file, text of the line before, line]`. */
export const archiveFormat = {
  files: {
    'packages/archive/src/write/tar.ts': tar,
    'packages/archive/src/write/tar.test.ts': tests,
  },
  facts: [
    ['packages/archive/src/formats.ts', '  directory: {', "  tar: { made: 'file', endings: ['.tar'] },"],
  ],
  code: [
    [
      'packages/archive/src/file-formats.ts',
      './write/ndjson-format.js',
      "import { tar } from './write/tar.js';",
    ],
    ['packages/archive/src/file-formats.ts', '  ndjson,', '  tar,'],
  ],
};
