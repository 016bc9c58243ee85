/// The output of `-dependency_info`: the files that a library was made from, which tell Xcode when to rebuild it.
///
/// ```
/// records one after another: kind u8, text, NUL
/// kind: 00 the tool, 10 an input, 11 a file that was searched but not found, 40 the output (hexadecimal)
/// ```
/// The tool comes first, then all others sorted by kind and text, as linkers write them. Source: ld64's manual
/// (`-dependency_info`) and the output of llvm-libtool-darwin.
struct LibtoolDependencies {
    var found: [String]
    var missing: [String]
    var output: String

    var bytes: [UInt8] {
        record(0x00, "libtool (xbuild)") + records(0x10, found) + records(0x11, missing) + record(0x40, output)
    }

    private func records(_ kind: UInt8, _ texts: [String]) -> [UInt8] {
        Set(texts).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.flatMap { record(kind, $0) }
    }

    private func record(_ kind: UInt8, _ text: String) -> [UInt8] { [kind] + Array(text.utf8) + [0] }
}
