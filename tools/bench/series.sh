#!/bin/sh
# Runs several commands in turn, so many rounds, each under `measure`: a line of JSON for every run on descriptor 3.
# Usage: series.sh MEASURE ROUNDS NAME COMMAND…; a COMMAND is for a shell, and $out in it a new directory.
set -eu
measure=$1 rounds=$2
shift 2
round=0
while [ "$round" -lt "$rounds" ]; do
  count=$#
  while [ "$count" -gt 0 ]; do
    name=$1 command=$2
    shift 2
    set -- "$@" "$name" "$command"
    count=$((count - 2))
    out=/mnt/run
    mkdir "$out"
    export out
    "$measure" "$name" "$round" sh -c "exec $command" >/mnt/log 2>&1 </dev/null || echo "$name ended with $?" >&2
    rm -rf "$out"
  done
  round=$((round + 1))
done
