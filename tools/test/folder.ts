import { mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a directory for the running test, removed after its `afterEach`. Its path has no links. Default of `parent`: the directory for temporary files. */
export function temporaryDirectory(parent = tmpdir()): string {
  const path = realpathSync(mkdtempSync(join(parent, 'hostspec-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
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
