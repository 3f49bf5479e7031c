import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/**
 * A program named kubectl that knows no cluster: what it does is what the tests need to see, and no proof that the real one accepts the
 * same words. It keeps the manifests of pods as files, and runs the command that `exec` would run in a container on this machine, in
 * namespaces of its own.
 */
const script = String.raw`#!/bin/sh
here=$(dirname "$0")
{ printf '%s\037' "$@"; echo; } >>"$here/calls"
verb=$1
for word in "$@"; do case $word in --output=*) output=\${word#--output=jsonpath=};; hostspec-*) pod=$word;; esac; done
say() {
  printf %s "$output" | sed -e "s/{.current-context}/of file/; s/{.metadata.namespace}/default/; s/{.status.phase}/Running/" \
    -e 's/{\.[^}]*}//g; s/{"\\n"}/\n/g'
}
if [ -e "$here/answer" ]; then . "$here/answer"; fi
case $verb in
config) say; exit ;;
get)
  if [ "$2" = pod ] && [ ! -e "$here/pods/$pod" ]; then echo "Error from server (NotFound): pods \"$pod\" not found" >&2; exit 1; fi
  say
  exit
  ;;
create)
  cat >"$here/new"
  mv "$here/new" "$here/pods/$(grep -o 'hostspec-[0-9a-f]*' "$here/new")"
  say
  exit
  ;;
delete) rm -f "$here/pods/$pod"; exit ;;
esac
while [ "$1" != -- ]; do shift; done
shift
exec unshare --mount --pid --fork --mount-proc -- "$@"
`.replaceAll('\\$', '$');

/** A directory with a fake kubectl, and what was done with it. */
export interface FakeKubectl {
  /** For PATH, before other directories. */
  readonly directory: string;
  /** The arguments of each call. */
  calls(): string[][];
  /** The names of the pods that were created and not deleted. */
  pods(): string[];
  /** The manifest of such a pod. */
  manifest(pod: string): unknown;
  /** Runs a shell script before or, if it exits, in place of the command; `$verb` is its first argument. */
  answers(script: string): void;
}

/** Writes a fake kubectl into an empty directory. */
export function fakeKubectl(directory: string): FakeKubectl {
  const at = (name: string): string => join(directory, name);
  writeFileSync(at('kubectl'), script);
  chmodSync(at('kubectl'), 0o755);
  mkdirSync(at('pods'));
  return {
    directory,
    calls: () =>
      existsSync(at('calls'))
        ? readFileSync(at('calls'), 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => line.split('\x1f').slice(0, -1))
        : [],
    pods: () => readdirSync(at('pods')),
    manifest: (pod) => JSON.parse(readFileSync(at(`pods/${pod}`), 'utf8')),
    answers: (text) => writeFileSync(at('answer'), text),
  };
}

/** The same, first in PATH until the end of the test. */
export function kubectlInPath(directory: string): FakeKubectl {
  vi.stubEnv('PATH', `${directory}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return fakeKubectl(directory);
}
