#!/bin/sh
# Runs several commands in turn, so many rounds, each under `measure`; a line per run on descriptor 3: NAME JSON.
# Usage: series.sh MEASURE ROUNDS LIST; a line of LIST: NAME<TAB>shell command, in which $out is a new directory.
set -eu
measure=$1
rounds=$2
list=$3
tab=$(printf '\t')
round=0
while [ "$round" -lt "$rounds" ]; do
  while IFS="$tab" read -r name command; do
    out=$(mktemp -d /mnt/bench-XXXXXX)
    export out
    printf '%s ' "$name" >&3
    "$measure" sh -c "exec $command" >"$out.log" 2>&1 </dev/null || true
    rm -rf "$out" "$out.log"
  done <"$list"
  round=$((round + 1))
done
