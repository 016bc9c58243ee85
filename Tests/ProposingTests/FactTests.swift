import Testing

@testable import Proposing

@Suite struct FactTests {
    @Test(
        arguments: [
            ("libogg-1.3.5.tar.xz", "libogg", "1.3.5"), ("json-c_0.18+ds.orig.tar.xz", "json-c", "0.18+ds"),
            ("v1.2.3.tar.gz", "", "1.2.3"), ("zlib-v1.3.zip", "zlib", "1.3"), ("bzip2.tar.gz", "bzip2", nil),
            ("x264-snapshot.tgz", "x264-snapshot", nil), ("libmad-0.15.1b.tar.gz", "libmad", "0.15.1b"),
        ] as [(String, String, String?)])
    func `an archive's name gives the library's name and version`(_ file: String, _ name: String, _ version: String?) {
        let found = LibraryFacts.named(by: file)
        #expect(found.name == name)
        #expect(found.version?.string == version)
    }

    @Test(
        arguments: [
            ("configure.ac", "AC_INIT([libyaml], [0.2.5], [x])", "0.2.5"),
            ("CMakeLists.txt", "project(json-c LANGUAGES C VERSION 0.18)", "0.18"),
            ("meson.build", "project('fribidi', 'c', version: '1.0.16',", "1.0.16"),
            ("CMakeLists.txt", "project(z)", nil),
        ] as [(String, String, String?)])
    func `build files give the version`(_ path: String, _ text: String, _ version: String?) {
        #expect(LibraryFacts.version(in: SourceListing(paths: [path], texts: [path: text]))?.version.string == version)
    }

    @Test(arguments: [
        ("ogg is a library for manipulating ogg bitstreams.", "ogg", "for manipulating ogg bitstreams"),
        ("A JSON implementation in C", "json-c", "A JSON implementation in C"),
        ("", "z", "the C library of that name"), ("zlib", "zlib", "the C library of that name"),
    ])
    func `a summary has the form that lint requires`(_ text: String, _ name: String, _ summary: String) {
        #expect(LibraryFacts.summary(text, name: name) == summary)
        #expect(LibraryFacts.summary(String(repeating: "word ", count: 50), name: name).count <= 80)
    }

    @Test func `installed files give the products`() {
        let files = InstalledFiles(
            paths: [
                "include/z.h", "include/a.h", "include/sub/b.h", "include/sub/deep/c.h", "include/x.hpp", "lib/libz.a",
                "lib/libbase.a", "lib/libz.so", "lib/sub/libq.a", "share/man/z.3",
            ],
            packages: [
                "lib/pkgconfig/z.pc": "Name: z\nDescription: zips\nLibs: -L${libdir} -lz -lbase\nLibs.private: -lm\n"
            ])
        #expect(files.libraries(of: "z") == ["libz.a", "libbase.a"])
        #expect(files.headers(of: "libz") == ["z.h", "a.h", "sub/*.h", "sub/deep/*.h"])
        #expect(files.links == ["m"])
        #expect(files.field("Description") == "zips")
        #expect(files.field("URL") == nil)
    }

    @Test(arguments: [
        ("libyaml", "libyaml.a", "yaml"), ("json-c", "libjson-c.a", "json_c"), ("x", "libGlibc.a", "x"),
        ("in", "libin.a", "Cin"),
    ])
    func `a module gets an importable name`(_ library: String, _ archive: String, _ module: String) {
        #expect(LibraryFacts.module(library: library, archive: archive) == module)
    }

    @Test func `of a large source, only a limited number of files is read`() {
        let paths =
            (0..<5000).map { "src/f\($0).c" } + [
                "COPYING", "configure.ac", "tests/t.c", "doc/logo.png", "LICENSES/MIT.txt",
            ]
        let wanted = SourceListing.wanted(of: paths)
        #expect(wanted.count <= 1400)
        #expect(wanted.isSuperset(of: ["COPYING", "configure.ac", "LICENSES/MIT.txt"]))
        #expect(wanted.isDisjoint(with: ["tests/t.c", "doc/logo.png"]))
    }
}
