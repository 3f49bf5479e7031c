#!/bin/sh
# Runs a command on the prepared host: this machine's root below a layer of files, with processes and a network of its own.
# Usage: enter.sh LAYER WORKSPACE OUTPUT COMMAND…; WORKSPACE is what it reads, OUTPUT where it writes.
set -eu
layer=$1 workspace=$2 output=$3
shift 3
mount --make-rprivate /
top=$(mktemp -d)
mount -t tmpfs prepared "$top"
mkdir "$top/upper" "$top/work" "$top/root"
cp -a "$layer/." "$top/upper/"
mount -t overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" prepared "$top/root"
mount -t proc proc "$top/root/proc"
mount --rbind /sys "$top/root/sys"
mount --rbind /dev "$top/root/dev"
for shared in "$workspace" "$output"; do
  mkdir -p "$top/root$shared"
  mount --bind "$shared" "$top/root$shared"
done
exec chroot "$top/root" "$@"
