#!/bin/sh
# secp256k1 0.5.0 for ios-armv7+ios-armv7s+ios-arm64+ios-simulator-i386+ios-simulator-x86_64: configure, make, install.
set -eu
ROOT=$(pwd -P)
umask 022
export LC_ALL=C
export PATH="$ROOT/tools:/usr/bin:/bin"
export PKG_CONFIG_LIBDIR="$ROOT/dependencies/pkgconfig"
export SOURCE_DATE_EPOCH=946684800
export TZ=UTC0
export ZERO_AR_DATE=1
if [ -n "${XBUILD_JOBSERVER:-}" ]; then
    exec 8<>"$XBUILD_JOBSERVER"
    export MAKEFLAGS=" -j --jobserver-auth=8,8"
fi

# Configure.
ln -sfn "$ROOT/tools/probe-ld" "$ROOT/tools/ld64.lld"
mkdir -p build
cd build
../source/configure \
    --prefix=/usr/local \
    --host=arm-apple-darwin \
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
    CC="/swift/usr/bin/clang --target=armv7-apple-ios9.0 -isysroot $ROOT/sysroot -mlinker-version=820 -arch armv7 -arch armv7s -arch arm64 -arch i386 -arch x86_64" \
    CXX="/swift/usr/bin/clang++ --target=armv7-apple-ios9.0 -isysroot $ROOT/sysroot -mlinker-version=820 -arch armv7 -arch armv7s -arch arm64 -arch i386 -arch x86_64" \
    AR=/swift/usr/bin/llvm-ar \
    RANLIB=/swift/usr/bin/llvm-ranlib \
    NM=/swift/usr/bin/llvm-nm \
    STRIP=/swift/usr/bin/llvm-strip \
    CFLAGS="-O2 -ffile-prefix-map=$ROOT/build=build -ffile-prefix-map=$ROOT/source=source -ffile-prefix-map=$ROOT/sysroot=sysroot" \
    LDFLAGS="--ld-path=$ROOT/tools/ld64.lld"

# Make.
ln -sfn "$ROOT/tools/probe-ld" "$ROOT/tools/ld64.lld"
make

# Install.
make install DESTDIR="$ROOT/stage"
cd "$ROOT"
mkdir -p "$ROOT/prefix/ios-armv7"
cp -R "$ROOT/stage/usr/local/." "$ROOT/prefix/ios-armv7"
set -- armv7 "$ROOT/prefix/ios-armv7/lib"
for archive in "$2"/*.a; do
    lipo -thin "$1" "$archive" -output "$archive"
done
mkdir -p "$ROOT/prefix/ios-armv7s"
cp -R "$ROOT/stage/usr/local/." "$ROOT/prefix/ios-armv7s"
set -- armv7s "$ROOT/prefix/ios-armv7s/lib"
for archive in "$2"/*.a; do
    lipo -thin "$1" "$archive" -output "$archive"
done
mkdir -p "$ROOT/prefix/ios-arm64"
cp -R "$ROOT/stage/usr/local/." "$ROOT/prefix/ios-arm64"
set -- arm64 "$ROOT/prefix/ios-arm64/lib"
for archive in "$2"/*.a; do
    lipo -thin "$1" "$archive" -output "$archive"
done
mkdir -p "$ROOT/prefix/ios-simulator-i386"
cp -R "$ROOT/stage/usr/local/." "$ROOT/prefix/ios-simulator-i386"
set -- i386 "$ROOT/prefix/ios-simulator-i386/lib"
for archive in "$2"/*.a; do
    lipo -thin "$1" "$archive" -output "$archive"
done
mkdir -p "$ROOT/prefix/ios-simulator-x86_64"
cp -R "$ROOT/stage/usr/local/." "$ROOT/prefix/ios-simulator-x86_64"
set -- x86_64 "$ROOT/prefix/ios-simulator-x86_64/lib"
for archive in "$2"/*.a; do
    lipo -thin "$1" "$archive" -output "$archive"
done
