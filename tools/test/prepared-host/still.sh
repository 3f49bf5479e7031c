#!/bin/sh
# Runs a command on this machine as if nothing else ran there: with separate processes, and with a /tmp and a
# /var/tmp that nobody else writes to. Needs a mount and a PID namespace. Usage: still.sh SHARED… -- COMMAND…
# Each SHARED is a folder that is the same inside.
set -eu
mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs still /mnt
count=0
for shared in "$@"; do
  [ "$shared" != -- ] || break
  count=$((count + 1))
  mkdir "/mnt/$count"
  mount --bind "$shared" "/mnt/$count"
done
for folder in /tmp /var/tmp; do mount -t tmpfs -o mode=1777 still "$folder"; done
count=0
while [ "$1" != -- ]; do
  count=$((count + 1))
  mkdir -p "$1"
  mount --bind "/mnt/$count" "$1"
  shift
done
shift
umount -l /mnt
# A container that ran earlier left this mounted, and the first podman of a collection would unmount it in the middle.
storage=/var/lib/containers/storage/overlay
! mountpoint -q "$storage" || umount -l "$storage"
exec "$@"
