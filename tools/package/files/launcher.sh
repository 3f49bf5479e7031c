#!/bin/sh
# Node must not load code, or write files, because the environment says so.
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_REPL_EXTERNAL_MODULE NODE_V8_COVERAGE NODE_COMPILE_CACHE
unset OPENSSL_CONF OPENSSL_MODULES SSL_CERT_FILE SSL_CERT_DIR
@HERE@
node=$here/bin/node


explain() {
  machine=$(PATH=/usr/bin:/bin uname -m)
  if [ "$machine" != @MACHINE@ ]; then
    echo "this is the package for @MACHINE@, and this machine is $machine; install the package for $machine"
  elif [ ! -x "$node" ]; then
    echo "$node is missing, or may not be run; install hostspec again, on a file system without noexec"
  else
    case $1 in
      *'libstdc++.so.6 => not found'*)
        echo 'libstdc++.so.6 is missing; install the package libstdc++6 (Debian, Ubuntu, SUSE) or libstdc++ (Fedora, RHEL)' ;;
      *'libgcc_s.so.1 => not found'*)
        echo 'libgcc_s.so.1 is missing; install the package libgcc-s1 (Debian, Ubuntu), libgcc_s1 (SUSE) or libgcc (Fedora, RHEL)' ;;
      *GLIBCXX_*) echo 'libstdc++ of GCC 5 or later is needed; collect this machine from another one: hostspec collect --host' ;;
      *) echo 'glibc 2.28 or later is needed; collect this machine from another one: hostspec collect --host' ;;
    esac
  fi
}

# The loader names what is missing without starting the program, in two milliseconds.
found=$(LD_TRACE_LOADED_OBJECTS=1 "$node" 2>&1) || found="$found not found"
case $found in
  *'not found'*)
    echo "hostspec: $(explain "$found")" >&2
    exit 2 ;;
esac
exec @START@ "$@"
