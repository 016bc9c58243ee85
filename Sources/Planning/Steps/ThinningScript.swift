import Basics

/// The part of a shared build's script that splits the fat prefix into prefixes of one architecture.
///
/// With several `-arch` arguments, clang writes fat objects, and archivers add them unchanged: each member of an
/// archive then contains all architectures, but linkers need one archive for each architecture.
enum ThinningScript {
    /// The functions; `prefix ARCHITECTURE FROM TO` makes one prefix. `XBUILD_AR` names the archiver.
    static let functions: StaticString = """
        # thin ARCHITECTURE FILE: keeps one architecture of a fat file; other files do not change.
        thin() {
            [ "$(lipo -archs "$2")" = "$1" ] || lipo -thin "$1" "$2" -output "$2"
        }

        # thin_archive ARCHITECTURE ARCHIVE: the same for an archive whose members are fat.
        thin_archive() {
            members=$("$XBUILD_AR" t "$2")
            double=$(printf '%s\\n' "$members" | sort | uniq -d)
            if [ -n "$double" ]; then
                echo "error: $2 has two members $double, which cannot be split; use slices: separate" >&2
                exit 1
            fi
            rm -rf "$ROOT/members"
            mkdir "$ROOT/members"
            cd "$ROOT/members"
            "$XBUILD_AR" x "$2"
            for member in $members; do thin "$1" "$member"; done
            rm "$2"
            # shellcheck disable=SC2086
            "$XBUILD_AR" crs "$2" $members
            cd "$ROOT"
        }

        # prefix ARCHITECTURE FROM TO
        prefix() {
            mkdir -p "$3"
            cp -R "$2/." "$3"
            for archive in "$3"/lib/*.a; do
                if [ -e "$archive" ]; then thin_archive "$1" "$archive"; fi
            done
        }
        """

    /// Adds the commands that make the prefixes.
    static func write(
        _ prefixes: [(architecture: String, path: RelativePath)], from staged: Argument, archiver: Argument,
        to script: inout ShellScript
    ) {
        script.export("XBUILD_AR", archiver)
        script.line(functions)
        for (architecture, path) in prefixes {
            script.run(["prefix", Argument(stringLiteral: architecture), staged, Argument("", path)])
        }
    }
}
