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
export ac_cv_prog_cc__swift_usr_bin_clang_c_o=yes
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
    CC="/swift/usr/bin/clang --no-default-config --target=aarch64-unknown-linux-gnu --sysroot=$ROOT/sysroot -B$ROOT/tools/linker --start-no-unused-arguments --ld-path=$ROOT/tools/linker/ld --end-no-unused-arguments" \
    CXX="/swift/usr/bin/clang++ --no-default-config --target=aarch64-unknown-linux-gnu --sysroot=$ROOT/sysroot -B$ROOT/tools/linker --start-no-unused-arguments --ld-path=$ROOT/tools/linker/ld --end-no-unused-arguments" \
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
# keep_answers: keeps the results of checks, without facts that differ between equal builds.
keep_answers() {
    mkdir -p "$ROOT/answers"
    cd "$ROOT/build" 2>/dev/null || return 0
    root=$(printf %s "$ROOT/" | sed 's/[]|[\.*^$+?(){}]/\\&/g')
    word=$(printf %s "$ROOT" | sed 's/[^A-Za-z0-9_]/_/g')
    tool='^(.*: && |[^ :=]*:[0-9]+: |Command line: +`?| *)["(]?(([^ :="`(]*\/)?([A-Za-z0-9_.]+-)*'
    cc='(cc|c89|c99|gcc|g\+\+|c\+\+|cpp|clang|clang\+\+|clang-cpp|tcc)(-[0-9.]+)?)"? +(-|"|[^ ]*\.[cCSoi])'
    ld='(ld|ld64|lld|gold|mold|bfd|collect2|wasm-ld|lld-link)(\.[a-z0-9]+)?(-[0-9.]+)?)'
    bad='unknown emulation|unrecogni[sz]ed emulation|is incompatible with|in wrong format|format not recogni[sz]ed'
    gone='s/.*: fatal error: [^A-Za-z0-9_.]?([A-Za-z0-9_+.\/-]*[A-Za-z0-9_])[^A-Za-z0-9_]+'
    gone=$gone'(file not found|No such file or directory)$/no header \1/p'
    find . -type f \( -name config.log -o -name configure.log -o -name meson-log.txt \
        -o -name CMakeCache.txt -o -name CMakeOutput.log -o -name CMakeError.log \
        -o -name CMakeConfigureLog.yaml \) | while IFS= read -r log; do
        # A log that came with the source says nothing about this build.
        if [ ! -r "$log" ] || cmp -s "$log" "$ROOT/source/$log"; then continue; fi
        case ${log##*/} in
        config.log) kept='/^[A-Za-z][A-Za-z0-9_]*_cv_[A-Za-z0-9_]+=[^\/]*$/{
                /^(acl|am|lt)_cv_|_cv_(env|path|prog)_|gl_cv_host|_cv_(build|host)/!p
            }
            s/^[^ :]*:[0-9]+: (checking for [A-Za-z0-9_]+)$/\1/p
            s/^[^ :]*:[0-9]+: (result: (\(cached\) )?(yes|no))$/\1/p' ;;
        configure.log) kept='s/^=== .*\.(c|cc|cpp) ===$/=== program ===/
            /^Checking (for|whether) /p
            /^=== program ===$/,/^(===$|Checking )/{
                s/[0-9]{3,}|(ztest|ffconf)[0-9]+/\1/g
                /^Checking /!p
            }
            '$gone ;;
        meson-log.txt) kept=$gone'
            s/.*meson_disable_define_of_.*/program/p
            /^(Check|Has |Header |Compiler for |Build-time |Computing |Fetching )/p' ;;
        CMakeCache.txt) kept='/^(CMAKE|_)|-ADVANCED:/d
            /^[^:=]+:INTERNAL=([0-9]*|TRUE|FALSE)$/p' ;;
        CMakeConfigureLog.yaml) kept='s/^    kind: .*/check/p
            s/.*CheckFunctionExists\.cmake:.*/function/p
            s/^      - "Looking for (.*)"$/for \1/p
            s/^      (exitCode: .*)/\1/p' ;;
        *) kept='/^(Determining|Performing) .* (passed|succeeded|failed) with /p' ;;
        esac
        mkdir -p "$ROOT/answers/${log%/*}"
        sed -nE -e "s|$root||g" -e "s/$word//g" -e "$kept" \
            -e "s/$tool$cc.*-target[ =]([^ ]+).*/compiler \\2 \\8/p" -e "s/$tool$cc.*/compiler \\2/p" \
            -e "/undefined|skipping|warning:/!s/$tool$ld: .*($bad).*/linker \\2: \\8/p" \
            -e "s/$tool$ld(: |\" |  *-).*/linker \\2/p" "$log" >"$ROOT/answers/${log#./}"
    done
}
keep_answers
cd "$ROOT"
mkdir -p "$ROOT/stage/usr/local/include" "$ROOT/stage/usr/local/lib"
mv "$ROOT/stage/usr/local" "$ROOT/prefix"
