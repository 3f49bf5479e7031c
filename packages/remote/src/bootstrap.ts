/** Architectures of the runner in Go's names, with the output of `uname -m`. */
export const architectures: Readonly<Record<string, readonly string[]>> = {
  amd64: ['x86_64', 'amd64'],
  arm64: ['aarch64', 'arm64'],
  s390x: ['s390x'],
  ppc64le: ['ppc64le'],
};

/** Marks the lines of one connection. It has two halves, so that an echo of the script is not taken for the mark. */
export interface Mark {
  readonly first: string;
  readonly second: string;
}

interface BootstrapOptions {
  readonly mark: Mark;
  /** Checksums of the runners that can be sent, by architecture. */
  readonly digests: Readonly<Record<string, string>>;
  /** First bytes for the runner. Default: none. */
  readonly first?: Uint8Array | undefined;
  readonly word: string;
  readonly keep: boolean;
}

// Room for the largest runner, in blocks of 64 KiB.
const roomBlocks = 44;

/** How a script begins that looks for programs. The system's directories come first, but some systems have none of them. */
export const environment = `LC_ALL=C; export LC_ALL; PATH=/usr/bin:/bin:/usr/sbin:/sbin:$PATH; export PATH`;

const sayer = ({ first, second }: Mark): string => `say() { printf '%s%s %s\\n' ${first} ${second} "$*"; }`;

/**
 * The script for a POSIX shell that puts the runner on the host and starts it in place of the shell. It is one compound command, so that
 * the shell has read all of it before anything else reads the same input.
 *
 * Its lines: `start`; `home DIR`; `lang NAME`; then `run kept ARCH`, or `send ARCH gzip|plain`. After `send` it reads a line with two sizes
 * and as many bytes as the first says, prints `got SIZE` now and then, and `run temporary|stays ARCH`. On failure: `fail WHY …`.
 */
export function bootstrap({ mark, digests, word, keep, first }: BootstrapOptions): string {
  const given = first === undefined ? '' : ` --first ${Buffer.from(first).toString('base64')}`;
  const machines = Object.entries(architectures).map(
    ([arch, names]) => `${names.join('|')}) a=${arch}; w=${digests[arch] ?? ''};;`,
  );
  return `{
${environment}
${sayer(mark)}
o=$(umask); umask 077
t=; n=; x=; v=
still() { if [ -n "$v" ]; then kill $v; wait $v; v=; fi; } 2>/dev/null
clean() { still; if [ -n "$n" ]; then rm -f "./$n" "./probe-${word}"; fi; n=; cd /; if [ -n "$t" ]; then rmdir "$t"; fi; t=; }
trap clean EXIT
trap 'exit 1' HUP INT TERM PIPE
sum() {
  { if command -v sha256sum >/dev/null; then sha256sum
  elif command -v openssl >/dev/null; then openssl dgst -sha256 -r
  elif command -v shasum >/dev/null; then shasum -a 256
  fi; } 2>/dev/null | { read -r s r; printf %s "$s"; }
}
private() {
  [ -O . ] || return 1
  case $(ls -ld .) in drwx--[-S]---[!+]*) return 0;; esac
  return 1
}
room() {
  p=./probe-${word}
  rm -f "$p" && true >"$p" && chmod 700 "$p" && "$p" && dd if=/dev/zero of="$p" bs=65536 count=${roomBlocks} && rm -f "$p" && return 0
  rm -f "$p"
  return 1
} >/dev/null 2>&1
temporary() {
  h=temporary
  for b in "$XDG_RUNTIME_DIR" /dev/shm /var/tmp /tmp /run "$HOME"; do
    case $b in /*) ;; *) continue;; esac
    if mkdir "$b/.hostspec-${word}" 2>/dev/null; then
      t=$b/.hostspec-${word}; n=hostspec-runner
      if cd -P "$t" 2>/dev/null && private && room; then return 0; fi
      clean
    fi
  done
  return 1
}
cache() {
  case $XDG_CACHE_HOME in /*) c=$XDG_CACHE_HOME;; *) case $HOME in /*) c=$HOME/.cache;; *) return 1;; esac;; esac
  c=$c/hostspec
  if [ "$1" = make ]; then mkdir -p "$c" 2>/dev/null; fi
  [ -d "$c" ] && [ ! -L "$c" ] && cd -P "$c" 2>/dev/null && private
}
found() {
  cache && [ -f "runner-$w" ] && [ -O "runner-$w" ] || return 1
  case $(ls -l "runner-$w") in -rwx------[!+]*) return 0;; esac
  return 1
}
stays() {
  cache make && n=new-${word} && h=stays && room && return 0
  n=; cd /
  return 1
}
begin() {
  say run "$h" "$a"
  umask "$o"
  if [ -e /proc/self/fd/9 ]; then clean; trap - EXIT HUP INT TERM PIPE; exec env -i /proc/self/fd/9${given}; fi
  (cd / && exec env -i "$x"${given})
  exit
}
check() {
  if [ -n "$(sum </dev/null)" ]; then [ "$(sum <&9)" = "$w" ]; else [ "$(($(wc -c <&9)))" = "$z" ]; fi
}
watch() {
  w=; p=0; trap - EXIT HUP INT PIPE; trap 'kill $w; exit' TERM
  while kill -0 $$ && { sleep 1 & w=$!; wait $w; }; do
    q=$(($(wc -c <"$n")))
    if [ "$q" != "$p" ]; then p=$q; say got "$q"; fi
  done
} 2>/dev/null
receive() {
  if command -v gzip >/dev/null 2>&1; then g=gzip; else g=plain; fi
  say send "$a" "$g"
  read -r l z || exit 1
  watch & v=$!
  if [ $g = gzip ]; then head -c "$l" | gzip -dc >"$n"; else head -c "$l" >"$n"; fi || { say fail write; exit 1; }
  still
  chmod 700 "$n" || { say fail write; exit 1; }
}
say start
s=$(uname -s 2>/dev/null); m=$(uname -m 2>/dev/null)
if [ "$s" != Linux ]; then say fail system "$s"; exit 1; fi
case $m in
${machines.join('\n')}
*) say fail arch "$m"; exit 1;;
esac
say home "$HOME"
say lang "$LANG"
if [ -n "$w" ] && found; then
  h=kept; x=$PWD/runner-$w
  { [ "$(sum <&9)" = "$w" ] && begin; } 9<"runner-$w"
fi
if [ -z "$w" ]; then say fail program "$a"; exit 1; fi
${keep ? 'stays || ' : ''}temporary || { say fail place; exit 1; }
receive
{ check || { say fail digest; exit 1; }
if [ "$h" = stays ]; then
  mv -f "$n" "runner-$w" || { say fail write; exit 1; }
  n=
  for f in runner-*; do [ "$f" = "runner-$w" ] || rm -f "$f"; done
  x=$PWD/runner-$w
else x=$PWD/$n; fi
begin; } 9<"$n"
exit 1
}
`;
}
