import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';

/** Makes a directory for the running test, removed after its `afterEach`. Its path has no links. Default of `parent`: the directory for temporary files. */
export function temporaryDirectory(parent = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(parent, 'hostspec-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes files, by path below a directory, and makes the directories that they need. Returns the directory. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** A temporary directory with these files, by path. */
export const directoryOf = (files: Readonly<Record<string, string | Uint8Array>>, parent?: string): string =>
  writeFiles(temporaryDirectory(parent), files);

/**
 * The path of a directory for the tests of a file or of a `describe`, to be called beside them. It is made before the first of them, if one
 * of them runs, and removed after the last. Its path has no links.
 */
export function sharedDirectory(): string {
  const path = join(realpathSync(tmpdir()), `hostspec-test-${randomUUID()}`);
  beforeAll(() => {
    mkdirSync(path, { mode: 0o700 });
    return () => rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** The paths that this process has open below `folder`, one for each descriptor. */
export function openedBelow(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // The descriptor of this listing.
      return [];
    }
  });
}
