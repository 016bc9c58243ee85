#!/bin/sh
# secp256k1 0.5.0 for ios-arm64: configure, make, install.
set -eu
ROOT=$(pwd -P)
umask 022
export CONFIG_SHELL=/bin/sh
export CONFIG_SITE=/dev/null
export LC_ALL=C
export PATH="$ROOT/tools:/usr/bin:/bin:/opt/homebrew/bin"
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
    --host=aarch64-apple-darwin \
    --build=aarch64-apple-darwin20 \
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
    CC='/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/clang --target=arm64-apple-ios9.0 -isysroot /Applications/Xcode.app/Contents/Developer/SDKs/iphoneos.sdk' \
    CXX='/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/clang++ --target=arm64-apple-ios9.0 -isysroot /Applications/Xcode.app/Contents/Developer/SDKs/iphoneos.sdk' \
    AR=/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/ar \
    RANLIB=/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/ranlib \
    NM=/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/nm \
    STRIP=/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/strip \
    CFLAGS="-O2 -ffile-prefix-map=$ROOT/build=build -ffile-prefix-map=$ROOT/source=source -ffile-prefix-map=$ROOT/sysroot=sysroot" \
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
