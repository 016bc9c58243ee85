import Basics

/// The part of a build's script that keeps the results of configure's checks: `answers/LOG` for each log in the build
/// folder, with the path that the log has there.
///
/// Logs contain paths, dates and random names. The script keeps only lines with results, and the compilers and linkers
/// that ran, so that equal builds on one machine keep equal files. It never fails a build.
enum EvidenceScript {
    /// The output with the kept files.
    static let output: RelativePath = "answers"

    /// The function `keep_answers`, which reads the logs in the build folder.
    ///
    /// Sources: `config.log` of Autoconf (lib/autoconf/general.m4, the cache variables at its end), the logs of CMake
    /// (cmake-configure-log(7), and before CMake 3.26 `CMakeOutput.log` and `CMakeError.log`), Meson's `meson-log.txt`,
    /// and `configure.log` of zlib's configure.
    static let text: StaticString = #"""
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
        """#
}
