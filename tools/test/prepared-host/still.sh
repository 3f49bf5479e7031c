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
# Podman mounts this folder at its first start, which changes the list of mounts in the middle of a collection.
storage=/var/lib/containers/storage/overlay
[ ! -d "$storage" ] || mount --bind "$storage" "$storage"
exec "$@"
