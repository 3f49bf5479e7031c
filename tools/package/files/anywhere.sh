here=$(PATH=/usr/bin:/bin readlink -f -- "$0") || exit 2
here=${here%/bin/*}/lib/hostspec

# What another user can change must not run as root.
changeable() {
  up=$here
  set -- /
  while up=${up%/*} && [ -n "$up" ]; do set -- "$@" "$up"; done
  PATH=/usr/bin:/bin
  find "$@" -prune \( ! -user 0 -o -perm -020 -o -perm -002 \) -print &&
    find "$here" ! -type l \( ! -user 0 -o -perm -020 -o -perm -002 \) -print
}
if [ -O / ]; then
  changed=$(changeable) || {
    echo "hostspec: find cannot tell whether a user other than root can change $here, so root does not run it; install findutils" >&2
    exit 2
  }
  if [ -n "$changed" ]; then
    echo "hostspec: ${changed%%
*} can be changed by a user other than root, so root does not run it; unpack the archive as root below a directory that only root can write to, such as /opt" >&2
    exit 2
  fi
fi
