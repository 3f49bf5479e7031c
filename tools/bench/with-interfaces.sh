#!/bin/sh
# Runs a command in this network namespace with so many Ethernet interfaces: pairs of veth.
# Usage: with-interfaces.sh COUNT COMMAND…
set -eu
pairs=$(($1 / 2))
shift
seq "$pairs" | sed 's/.*/link add a& type veth peer name b&/' | ip -batch -
exec "$@"
