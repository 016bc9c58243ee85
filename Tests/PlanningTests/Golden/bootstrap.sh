#!/bin/sh
# secp256k1 0.5.0: makes `configure` of `configure.ac`.
set -eu
ROOT=$(pwd -P)
umask 022
PATH=$PWD/tools:$PATH
cd source
autoreconf --install --force
rm -rf autom4te.cache
