#!/bin/sh
# Enters the prepared host: this machine's root below a layer of files, in namespaces of its own, without a network.
# Usage: inside.sh LAYER COMMAND…; LAYER may be empty for this machine as it is. Descriptor 3 stays open.
set -eu
layer=$1
shift
if [ -z "$layer" ]; then
  exec unshare -n sh -c 'ip link set lo up 2>/dev/null; exec "$@"' sh "$@"
fi
exec unshare -m -n sh -c '
  layer=$1; shift
  ip link set lo up 2>/dev/null || true
  top=$(mktemp -d)
  mount -t tmpfs -o size=12G bench "$top"
  mkdir "$top/upper" "$top/work" "$top/root"
  cp -a "$layer/." "$top/upper/"
  mount -t overlay -o "lowerdir=/,upperdir=$top/upper,workdir=$top/work" overlay "$top/root"
  mount --rbind /proc "$top/root/proc"
  mount --rbind /sys "$top/root/sys"
  mount --rbind /dev "$top/root/dev"
  mount -t tmpfs -o size=8G out "$top/root/mnt"
  status=0
  chroot "$top/root" "$@" || status=$?
  umount -l "$top"
  rmdir "$top"
  exit "$status"
' sh "$layer" "$@"
