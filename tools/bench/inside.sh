#!/bin/sh
# Runs a command without a network, with an empty /mnt in memory, in namespaces of its own. Descriptor 3 stays open.
# Usage: inside.sh COMMAND…
set -eu
exec unshare -m -n sh -ec '
  ip link set lo up
  mount --make-rprivate /
  mount -t tmpfs out /mnt
  exec "$@"
' sh "$@"
