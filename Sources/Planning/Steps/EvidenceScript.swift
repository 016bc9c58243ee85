import Basics

/// The part of a build's script that keeps the results of configure's checks: `answers/LOG` for each log in the build
/// folder, with the path that the log has there.
///
/// Logs contain paths, dates, random names and facts about the machine. The script keeps only lines with results, and
/// the compilers and linkers that ran, so that equal builds keep equal files.
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
            cd "$ROOT/build"
            mkdir -p "$ROOT/answers"
            root=$(printf %s "$ROOT/" | sed 's/[]|[\.*^$+?(){}]/\\&/g')
            word=$(printf %s "$ROOT" | sed 's/[^A-Za-z0-9_]/_/g')
            tool='^(.*: && |[^ :=]*:[0-9]+: |Command line: +`?| *)"?(([^ :="`]*\/)?([A-Za-z0-9_.]+-)*'
            cc='(cc|c89|c99|gcc|g\+\+|c\+\+|cpp|clang|clang\+\+|clang-cpp|tcc)(-[0-9.]+)?)"? +(-|"|[^ ]*\.[cCSoi]).*'
            ld='(ld|ld64|lld|gold|mold|bfd|collect2|wasm-ld|lld-link)(\.[a-z0-9]+)?)(: |" |  *-).*'
            bad='(emulation|incompatible|not recognized|wrong format)'
            find . -type f \( -name config.log -o -name configure.log -o -name meson-log.txt \
                -o -name CMakeCache.txt -o -name CMakeOutput.log -o -name CMakeError.log \
                -o -name CMakeConfigureLog.yaml \) | while read -r log; do
                case ${log##*/} in
                config.log) kept='/^[A-Za-z][A-Za-z0-9_]*_cv_[A-Za-z0-9_]+=[^\/]*$/{
                        /^(acl|am|lt)_cv_|_cv_(env|path|prog)_|gl_cv_host|_cv_(build|host)/!p
                    }
                    s/^[^ :]*:[0-9]+: (checking for [A-Za-z0-9_]+)$/\1/p
                    s/^[^ :]*:[0-9]+: (result: (\(cached\) )?(yes|no))$/\1/p' ;;
                configure.log) kept='s/(ztest|ffconf)[0-9]+/\1/g
                    /^Checking (for|whether) /p
                    /^=== .* ===$/,/^===$/p' ;;
                meson-log.txt) kept='/^(Check|Has |Header |Compiler for |Build-time |Computing |Fetching )/p' ;;
                CMakeCache.txt) kept='/^(CMAKE|_)|-ADVANCED:/d
                    /^[^:=]+:INTERNAL=([0-9]*|TRUE|FALSE)$/p' ;;
                CMakeConfigureLog.yaml) kept='s/^    kind: .*/check/p
                    s/.*CheckFunctionExists\.cmake:.*/function/p
                    s/^      - "Looking for (.*)"$/for \1/p
                    s/^      (exitCode: .*)/\1/p' ;;
                *) kept='/^(Determining|Performing) .* (passed|succeeded|failed) with /p' ;;
                esac
                mkdir -p "$ROOT/answers/${log%/*}"
                sed -nE -e "s|$root||g" -e "s/$word//g" -e "$kept" -e "s/$tool$cc/compiler \\2/p" \
                    -e "s/$tool$ld$bad.*/linker \\2: \\8/p" -e "s/$tool$ld/linker \\2/p" \
                    "$log" >"$ROOT/answers/${log#./}"
            done
            cd "$ROOT"
        }
        keep_answers
        """#
}
