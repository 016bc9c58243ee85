import Basics

/// A `sh` script that finds the headers that compile on their own. An action runs it for each target.
///
/// Every header is compiled on its own (`clang -x c -fsyntax-only -include H /dev/null`). Headers that fail are
/// compiled again, after all accepted headers, until a round accepts none. A module map can list headers that compile
/// only then, because a module compiles its headers in the order of the map.
public enum HeaderCheck {
    /// The script: `sh check-headers.sh INCLUDE REPORT COMPILER…`, where the compiler's arguments select the target and
    /// the sysroot. Its exit status is 0 even if headers fail; `HeaderReport` reads the results from the report.
    public static let script = """
        #!/bin/sh
        # Reports the headers below INCLUDE that compile on their own, and those that compile only after others.
        # check-headers.sh INCLUDE REPORT COMPILER [ARGUMENT...]
        set -eu
        include=$1 report=$2
        shift 2
        LC_ALL=C
        export LC_ALL

        # One header that includes all accepted headers.
        accepted=$report.accepted.h
        errors=$report.errors
        waiting=$report.waiting
        : >"$accepted"
        : >"$waiting"
        : >"$report"

        # compiles HEADER COMPILER...: succeeds if HEADER compiles after $before.
        compiles() {
            header=$1
            shift
            "$@" -w -x c -fsyntax-only -I "$include" -include "$before" -include "$include/$header" /dev/null \\
                2>"$errors" </dev/null
        }

        # accept HEADER: adds it to the accepted headers.
        accept() {
            printf '#include <%s>\\n' "$1" >>"$accepted"
        }

        # Prints the first error without its position: the text after `error: `.
        first_error() {
            sed -n -e '/error: /{' -e 's/.*error: //' -e 'p' -e 'q' -e '}' "$errors"
        }

        before=/dev/null
        (cd "$include" && find . -type f -name '*.h') | sed 's|^\\./||' | sort >"$report.headers"
        while IFS= read -r path; do
            if compiles "$path" "$@"; then
                printf 'ok %s\\n' "$path" >>"$report"
                accept "$path"
            else
                printf '%s: %s\\n' "$path" "$(first_error)" >>"$waiting"
            fi
        done <"$report.headers"

        before=$accepted
        progress=yes
        while [ "$progress" = yes ] && [ -s "$waiting" ]; do
            progress=no
            : >"$waiting.next"
            while IFS= read -r line; do
                path=${line%%: *}
                if compiles "$path" "$@"; then
                    printf 'after %s\\n' "$line" >>"$report"
                    accept "$path"
                    progress=yes
                else
                    printf '%s\\n' "$line" >>"$waiting.next"
                fi
            done <"$waiting"
            mv "$waiting.next" "$waiting"
        done
        sed 's/^/fail /' "$waiting" >>"$report"
        rm -f "$accepted" "$errors" "$waiting" "$report.headers"

        """

    /// Returns the command that runs the script. Its three paths are relative to the working folder, the input root, so
    /// that the report does not depend on the root's path.
    ///
    /// - Parameters:
    ///   - script: the path of the script.
    ///   - include: the folder to check.
    ///   - report: the file to write; temporary files have its name with suffixes.
    ///   - compiler: clang or gcc with its arguments for the target.
    public static func arguments(
        script: RelativePath, include: RelativePath, report: RelativePath, compiler: [Argument]
    ) -> [Argument] {
        ["/bin/sh"] + [script, include, report].map { Argument([.text($0.string)]) } + compiler
    }
}
