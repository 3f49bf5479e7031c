import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A program named kubectl that knows no cluster: what it does is what the tests need to see, and no proof that the real one accepts the
 * same words. `exec` runs the command on this machine, in namespaces of its own; pods are files that `create` makes and `delete` removes.
 * In its directory, `can-i`, `create`, `get` and `delete` are scripts that run in place of the usual answer, if they are there.
 */
const script = `#!/bin/sh
here=$(dirname "$0")
{ printf '%s\\037' "$@"; echo; } >>"$here/calls"
verb=$1
case $verb in auth) verb=can-i;; esac
if [ -e "$here/$verb" ]; then . "$here/$verb"; fi
case $verb in
  can-i) echo yes;;
  create)
    cat >"$here/manifest"
    name=$(sed -n 's/.*"name":"\\(hostspec-[0-9a-f]*\\)".*/\\1/p' "$here/manifest" | head -n 1)
    mv "$here/manifest" "$here/pods/$name"
    echo "pod/$name";;
  get)
    for name; do [ -e "$here/pods/$name" ] && { cat "$here/status"; exit; }; done
    echo 'Error from server (NotFound): pods not found' >&2; exit 1;;
  exec)
    while [ "$1" != -- ]; do shift; done
    shift
    if [ -e "$here/no-namespaces" ]; then exec "$@"; fi
    exec unshare --mount --pid --fork --mount-proc -- "$@";;
  delete)
    name=$(sed -n 's/^ *name: "\\(.*\\)"$/\\1/p')
    rm -f "$here/pods/$name"
    echo "pod \\"$name\\" deleted";;
esac
`;

/** A directory with a fake kubectl, and what was done with it. */
export interface FakeKubectl {
  /** For PATH, before other directories. */
  readonly directory: string;
  /** The arguments of each call. */
  calls(): string[][];
  /** The names of the pods that exist. */
  pods(): string[];
  /** The manifest of a pod. */
  manifest(name: string): Record<string, unknown>;
  /** Replaces the answer of a verb by the output of a shell script. */
  answers(verb: 'can-i' | 'create' | 'get' | 'exec' | 'delete', script: string): void;
}

/** Writes a fake kubectl into an empty directory. */
export function fakeKubectl(directory: string): FakeKubectl {
  const at = (name: string): string => join(directory, name);
  mkdirSync(at('pods'));
  writeFileSync(at('kubectl'), script);
  chmodSync(at('kubectl'), 0o755);
  writeFileSync(at('status'), JSON.stringify({ status: { phase: 'Running' } }));
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
    manifest: (name) => JSON.parse(readFileSync(at(`pods/${name}`), 'utf8')),
    answers: (verb, text) => writeFileSync(at(verb), text),
  };
}
