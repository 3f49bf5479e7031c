#!/bin/sh
# Runs a command as root on a copy of this machine that nobody keeps: changes to files stay in memory, and the machine's
# processes, network and devices are not there. Needs namespaces of its own: mount, PID, network, IPC and UTS.
# Usage: enter.sh TOP OUT NODE WORKSPACE COMMAND…
# TOP is an empty folder of the caller's, OUT the only folder whose files the caller sees.
set -eu
top=$1 out=$2 node=$3 workspace=$4
shift 4
mount --make-rprivate /
mount -t tmpfs -o size=4g mutants "$top"
root=$top/root

overlay() {
  mkdir -p "$top/$1/upper" "$top/$1/work" "$root$2"
  mount -t overlay -o "lowerdir=$2,upperdir=$top/$1/upper,workdir=$top/$1/work" mutants "$root$2"
}
overlay machine /
for folder in tmp var/tmp run mnt; do mount -t tmpfs -o mode=1777 mutants "$root/$folder"; done
# A folder below one of these, or on a file system of its own, is not in the overlay of /.
for folder in "$node" "$workspace"; do
  [ -e "$root$folder/." ] && [ -n "$(ls -A "$root$folder")" ] || overlay "$(basename "$folder")" "$folder"
done
mkdir -p "$root$out"
mount --bind "$out" "$root$out"

mount -t proc proc "$root/proc"
for path in sys sysrq-trigger irq bus; do
  [ ! -e "$root/proc/$path" ] || mount --bind -o ro "$root/proc/$path" "$root/proc/$path"
done
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 mutants "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  # Read-only is the node, not the device: its mode and owner are the machine's.
  mount --bind -o ro "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${stream%:*}" "$root/dev/${stream#*:}"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=1777 mutants "$root/dev/shm"
! command -v ip >/dev/null || ip link set lo up

cd "$root"
pivot_root . mnt
umount -l mnt
cd "$workspace"
# As the first process of its namespace, this shell takes leave of processes that lost their parent.
setpriv --bounding-set=-sys_boot,-sys_module,-sys_rawio,-sys_time,-mknod,-syslog -- "$@" &
wait $!
