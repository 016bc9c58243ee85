#!/bin/sh
# secp256k1 0.5.0 for linux-gnu-aarch64: configure, make, install.
set -eu
ROOT=$(pwd -P)
umask 022
export CONFIG_SHELL=/bin/dash
export CONFIG_SITE=/dev/null
export LC_ALL=C
export PATH="$ROOT/tools:/usr/bin:/bin"
export PKG_CONFIG_LIBDIR="$ROOT/dependencies/pkgconfig"
export PYTHONNOUSERSITE=1
export SOURCE_DATE_EPOCH=946684800
export TZ=UTC0
export ZERO_AR_DATE=1
export MAKE=/usr/bin/make
if [ -n "${XBUILD_JOBSERVER:-}" ]; then
    exec 8<>"$XBUILD_JOBSERVER"
    case $("$MAKE" --version) in
    "GNU Make 3."* | "GNU Make 4.0"* | "GNU Make 4.1"*) MAKEFLAGS=" -j --jobserver-fds=8,8" ;;
    *) MAKEFLAGS=" -j --jobserver-auth=8,8" ;;
    esac
    export MAKEFLAGS
fi

# Configure.
mkdir -p build
cd build
../source/configure \
    --prefix=/usr/local \
    --host=aarch64-linux-gnu \
    --build=x86_64-linux-gnu \
    --enable-static \
    --disable-shared \
    --disable-benchmark \
    --disable-coverage \
    --disable-examples \
    --disable-exhaustive-tests \
    --disable-tests \
    --with-valgrind=no \
    --enable-module-ecdh \
    --enable-module-recovery \
    --enable-module-extrakeys \
    --enable-module-schnorrsig \
    --enable-module-ellswift \
    --disable-ctime-tests \
    CC="/swift/usr/bin/clang --target=aarch64-unknown-linux-gnu --sysroot=$ROOT/sysroot -B$ROOT/tools/linker --start-no-unused-arguments --ld-path=$ROOT/tools/linker/ld --end-no-unused-arguments" \
    CXX="/swift/usr/bin/clang++ --target=aarch64-unknown-linux-gnu --sysroot=$ROOT/sysroot -B$ROOT/tools/linker --start-no-unused-arguments --ld-path=$ROOT/tools/linker/ld --end-no-unused-arguments" \
    AR=/swift/usr/bin/llvm-ar \
    RANLIB=/swift/usr/bin/llvm-ranlib \
    NM=/swift/usr/bin/llvm-nm \
    STRIP=/swift/usr/bin/llvm-strip \
    CFLAGS="-O2 -fPIC -ffile-prefix-map=$ROOT/build=build -ffile-prefix-map=$ROOT/source=source -ffile-prefix-map=$ROOT/sysroot=sysroot" \
    LDFLAGS=
if [ -n "${XBUILD_CONFIGURE_BARRIER:-}" ]; then
    printf + >&8
    : <"$XBUILD_CONFIGURE_BARRIER"
    dd bs=1 count=1 <&8 >/dev/null 2>&1
fi

# Make.
/usr/bin/make

# Install.
/usr/bin/make install DESTDIR="$ROOT/stage"
cd "$ROOT"
mkdir -p "$ROOT/stage/usr/local/include" "$ROOT/stage/usr/local/lib"
mv "$ROOT/stage/usr/local" "$ROOT/prefix"
