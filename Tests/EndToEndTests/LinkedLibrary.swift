/// A C library with one function, which calls the functions of the libraries in `needs`. Its `configure` finds these
/// libraries with pkg-config. The library installs an archive, a header and a pkg-config file.
struct LinkedLibrary {
    var name: String
    var versions = ["1.0"]
    /// The libraries whose functions this library calls.
    var needs: [String] = []
    /// The value of `depends:`; by default the needed libraries.
    var depends: [String]?
    /// Additional lines of the header, such as includes.
    var header: [String] = []
    var targets = "[linux-gnu-x86_64]"
    /// Whole lines at the end of the recipe.
    var more: [String] = []

    func install(in space: TestSpace) async throws {
        try space.remove("pack", ifAny: true)
        for (path, text) in files { try space.write(text, to: "pack/\(name)-1.0/\(path)") }
        let folder = "\(SmallLibrary.home)/recipes/\(name)"
        try space.write("", to: "\(folder)/\(name).tar")
        try await space.pack("pack", "\(name)-1.0", into: "\(folder)/\(name).tar")
        try space.write(recipe(digest: try space.sha256("\(folder)/\(name).tar")), to: "\(folder)/recipe.yaml")
        try space.linkToolchains()
    }

    private func recipe(digest: String) -> String {
        let sources = versions.flatMap { ["  \($0):", "    sources: [{ path: \(name).tar, sha256: \(digest) }]"] }
        let depends = depends ?? needs
        let lines =
            ["name: \(name)", "summary: counts", "license: MIT", "versions:"] + sources
            + ["build: { system: autotools }"]
            + (depends.isEmpty ? [] : ["depends: [\(depends.joined(separator: ", "))]"])
            + ["targets: \(targets)", "products: { libraries: [lib\(name).a], headers: [\(name).h], module: \(name) }"]
            + ["licenses: [COPYING]"] + more
        return lines.joined(separator: "\n") + "\n"
    }

    private var files: [String: String] {
        [
            "COPYING": "Do as you like.\n",
            "\(name).h": (["#pragma once"] + header + ["int \(name)(void);", ""]).joined(separator: "\n"),
            "\(name).c":
                (["#include \"\(name).h\""] + needs.map { "#include <\($0).h>" }
                + ["int \(name)(void) { return 1\(needs.map { " + \($0)()" }.joined()); }", ""]).joined(
                    separator: "\n"),
            "\(name).pc": """
            prefix=/usr/local
            Name: \(name)
            Description: counts
            Version: 1.0
            Requires.private: \(needs.joined(separator: ", "))
            Cflags: -I${prefix}/include
            Libs: -L${prefix}/lib -l\(name)

            """,
            "configure": configure,
        ]
    }

    /// A script that prints the packages that pkg-config finds, and fails if pkg-config does not find a needed library.
    private var configure: String {
        #"""
        #!/bin/sh
        set -eu
        source=$(dirname "$0")
        for word; do
            case $word in
            -*) ;;
            *=*) eval "${word%%=*}=\${word#*=}" ;;
            esac
        done
        found=$(pkg-config --list-all | cut -d ' ' -f 1 | sort | tr '\n' ' ')
        echo "pkg-config finds: $found"
        flags=
        for name in \#(needs.joined(separator: " ")); do
            flags="$flags $(pkg-config --cflags "$name")"
        done
        cat >Makefile <<END
        lib\#(name).a: $source/\#(name).c
        	$CC ${CPPFLAGS:-} $CFLAGS $flags -c $source/\#(name).c -o \#(name).o
        	$AR cr \$@ \#(name).o
        	$RANLIB \$@
        install: lib\#(name).a
        	mkdir -p \$(DESTDIR)/usr/local/lib/pkgconfig \$(DESTDIR)/usr/local/include
        	cp lib\#(name).a \$(DESTDIR)/usr/local/lib
        	cp $source/\#(name).pc \$(DESTDIR)/usr/local/lib/pkgconfig
        	cp $source/\#(name).h \$(DESTDIR)/usr/local/include
        END

        """#
    }
}
