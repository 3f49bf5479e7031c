import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item, ItemFile, Outcome, Sink } from '@hostspec/spec';
import { mangleCommand } from '@hostspec/spec';

/** A sink for programs that need the content but no archive. */
export interface ScratchSink extends Sink {
  /** The outcomes so far, by name. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/**
 * Makes a sink in a private directory for temporary files: `read` gives an item's content until `close`, which
 * removes the directory. `finish` returns the directory and keeps it.
 */
export function scratchSink(parent = tmpdir()): ScratchSink {
  const directory = mkdtempSync(join(parent, 'hostspec-'));
  const outcomes = new Map<string, Outcome>();
  let count = 0;
  const fileOf = (path: string): string => join(directory, path);
  return {
    outcomes,
    begin() {},
    open({ source, commandLine }): ItemFile {
      const label = mangleCommand(
        commandLine ?? (source.kind === 'command' ? source.argv.join(' ') : source.path),
      );
      const path = `${++count}-${label.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}`;
      const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW;
      return { fd: openSync(fileOf(path), flags, 0o600), path };
    },
    keep: ({ fd }) => closeSync(fd),
    discard({ fd, path }) {
      closeSync(fd);
      unlinkSync(fileOf(path));
    },
    write(outcome) {
      outcomes.set(outcome.name, outcome);
    },
    finish: async () => directory,
    read: async (item: Item) => readFile(fileOf(item.path)),
    close: async () => rmSync(directory, { recursive: true, force: true }),
  };
}
