import Targets

/// A shared library of glibc for the linker: it has the symbols and their versions, and no code.
public struct GlibcStub: Sendable {
    /// `c` for `libc.so`.
    public var library: String
    /// The exports of this library, in the order of their names and versions.
    public var exports: [GlibcExport]
    /// The size of a pointer in bytes.
    public var pointerSize: Int

    /// - Parameters:
    ///   - exports: the exports of all libraries.
    ///   - newest: the version of glibc; the stub does not have what later versions added.
    public init(library: String, exports: [GlibcExport], newest: OSVersion, pointerSize: Int) {
        self.library = library
        self.exports = exports.filter { $0.place.library == library && $0.version <= newest }
        self.pointerSize = pointerSize
    }

    /// The assembly of the symbols. Objects have their sizes: the linker copies them into programs that refer to them
    /// directly.
    ///
    /// Source: the GNU assembler's manual, `.symver`, `.size` and `.type`.
    public var assembly: String {
        let functions = exports.filter { $0.size == nil }
        let objects = exports.filter { $0.size != nil }
        // Programs that are linked now get the newest version of a symbol, but no symbol that glibc replaced.
        let defaults = exports.reduce(into: [:]) { $0[$1.place.name] = $1.place.isReplaced ? nil : $1.version }
        var lines = [".text"]
        for (index, export) in functions.enumerated() { lines += symbol("function_\(index)", export, defaults) }
        lines.append(".data")
        for (index, export) in objects.enumerated() { lines += symbol("object_\(index)", export, defaults) }
        if library == "c" {
            // Without a version: programs and crt1.o share it.
            lines += [".section .rodata", ".globl _IO_stdin_used", "_IO_stdin_used: .fill \(pointerSize), 1, 0"]
        }
        return (lines + [#".section .note.GNU-stack,"",%progbits"#, ""]).joined(separator: "\n")
    }

    private func symbol(_ label: String, _ export: GlibcExport, _ defaults: [String: OSVersion]) -> [String] {
        let separator = defaults[export.place.name] == export.version ? "@@" : "@"
        return [
            ".balign \(pointerSize)", ".globl \(label)",
            ".type \(label), %\(export.size == nil ? "function" : "object")",
        ] + (export.size.map { [".size \(label), \($0)"] } ?? []) + [
            ".symver \(label), \(export.place.name)\(separator)GLIBC_\(export.version), remove",
            "\(label): .fill \(max(export.size ?? pointerSize, 1)), 1, 0",
        ]
    }

    /// The linker script that defines the versions.
    public static func versionScript(_ versions: some Sequence<OSVersion>) -> String {
        versions.map { "GLIBC_\($0) { };\n" }.joined()
    }
}
