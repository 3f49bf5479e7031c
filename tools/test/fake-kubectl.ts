import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A program named kubectl that knows no cluster: what it does is what the tests need to see, and no proof that the real one accepts the
 * same words. It runs the command that `exec` would run in a container on this machine, in namespaces of its own.
 */
const script = `#!/bin/sh
here=$(dirname "$0")
{ printf '%s\\037' "$@"; echo; } >>"$here/calls"
if [ -e "$here/answer" ]; then . "$here/answer"; fi
while [ "$1" != -- ]; do shift; done
shift
exec unshare --mount --pid --fork --mount-proc -- "$@"
`;

/** A directory with a fake kubectl, and what was done with it. */
export interface FakeKubectl {
  /** For PATH, before other directories. */
  readonly directory: string;
  /** The arguments of each call. */
  calls(): string[][];
  /** Runs a shell script in place of the command. */
  answers(script: string): void;
}

/** Writes a fake kubectl into an empty directory. */
export function fakeKubectl(directory: string): FakeKubectl {
  const at = (name: string): string => join(directory, name);
  writeFileSync(at('kubectl'), script);
  chmodSync(at('kubectl'), 0o755);
  return {
    directory,
    calls: () =>
      existsSync(at('calls'))
        ? readFileSync(at('calls'), 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => line.split('\x1f').slice(0, -1))
        : [],
    answers: (text) => writeFileSync(at('answer'), text),
  };
}
