import { describe } from 'vitest';
import { commandTests } from './host-suite/commands.js';
import { contentTests } from './host-suite/content.js';
import { fileTests } from './host-suite/files.js';
import { globTests } from './host-suite/globs.js';
import { processTests } from './host-suite/processes.js';
import type { HostKind, MadeHost, SmallHost } from './host-suite/small-host.js';
import { hostUnderTest } from './host-suite/under-test.js';

export { globNames, globTable } from './host-suite/glob-table.js';
export { type FilesOnDisk, type FilesOnDiskOptions, filesOnDisk } from './host-suite/on-disk.js';
export type { HostAbility, HostKind, MadeHost, SmallCommand, SmallHost } from './host-suite/small-host.js';

/**
 * Declares the tests that every kind of host must pass. `makeHost` builds the small host that it is given, in its own way; it
 * is called several times. What the kind lacks is skipped, with its reason in the test's name.
 */
export function hostSuite(
  name: string,
  makeHost: (small: SmallHost) => Promise<MadeHost> | MadeHost,
  kind: HostKind = {},
): void {
  describe(name, () => {
    const tested = hostUnderTest(makeHost, kind);
    describe('files', () => fileTests(tested));
    describe('globs', () => globTests(tested));
    describe('commands', () => commandTests(tested));
    if (kind.executes && kind.lacks?.commands === undefined)
      describe('processes', () => processTests(tested));
    describe('content in pieces', () => contentTests(tested));
  });
}
