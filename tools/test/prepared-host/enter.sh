#!/bin/sh
# Runs a command on a prepared host: this machine's root below a layer of files, with processes of its own, and an empty
# /mnt in memory. Needs a mount and a PID namespace. Usage: enter.sh LAYER TOP SHARED… -- COMMAND…
# TOP is an empty folder of the caller's, each SHARED a folder that is the same inside.
set -eu
layer=$1 top=$2
shift 2
mount --make-rprivate /
mount -t tmpfs prepared "$top"
mkdir "$top/upper" "$top/work" "$top/root"
cp -a "$layer/." "$top/upper/"
mount -t overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" prepared "$top/root"
mount -t proc proc "$top/root/proc"
mount --rbind /sys "$top/root/sys"
mount --rbind /dev "$top/root/dev"
mount -t tmpfs out "$top/root/mnt"
while [ "$1" != -- ]; do
  mkdir -p "$top/root$1"
  mount --bind "$1" "$top/root$1"
  shift
done
shift
exec chroot "$top/root" "$@"
