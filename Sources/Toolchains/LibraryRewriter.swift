import Basics

/// Converts a `libSystem.tbd` of macOS for another of Apple's platforms.
///
/// The format is version 4 of the text-based stubs: YAML documents, one per library, in the layout that Apple's tools
/// write. Top-level keys start at column 0; one of them, `targets:`, lists all targets of the library. Below `exports:`
/// and similar keys are sections that begin with `  - targets:` and list the symbols of these targets.
/// Lists may span several lines.
/// Source: llvm/lib/TextAPI/TextStub.cpp.
struct LibraryRewriter {
    private let targets: String
    private let narrowTargets: String
    private let narrowSymbols: [String]

    init(_ family: StubSysroot.Family) {
        targets = family.libraryTargets.joined(separator: ", ")
        narrowTargets = family.narrowARMTargets.joined(separator: ", ")
        narrowSymbols = Self.division + (family.setjmpTargets.isEmpty ? [] : Self.setjmpUnwinding)
    }

    private typealias Line = ArraySlice<UInt8>

    func rewritten(_ bytes: [UInt8], source: RelativePath) throws(StubSysrootError) -> [UInt8] {
        var output = Output()
        var kept = 0
        var hasNarrowSymbols = narrowTargets.isEmpty
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        while let line = lines.first {
            if line.starts(with: "targets:".utf8) {
                _ = try Self.list(&lines, source)
                output.add("targets:         [ \(targets) ]")
            } else if line.starts(with: "  - targets:".utf8) {
                guard let section = try Self.section(&lines, source) else { continue }
                output.add("  - targets:         [ \(targets) ]", section)
                kept += 1
            } else {
                lines.removeFirst()
                output.add(line)
                if !hasNarrowSymbols, line.elementsEqual("exports:".utf8) {
                    output.add("  - targets:         [ \(narrowTargets) ]", [narrowLine])
                    hasNarrowSymbols = true
                }
            }
        }
        guard kept > 0, hasNarrowSymbols else { throw .unexpected(source) }
        return output.bytes
    }

    private var narrowLine: Line {
        Array("    symbols:         [ \(narrowSymbols.joined(separator: ", ")) ]".utf8)[...]
    }

    /// The functions that divide integers: some processors with 32-bit ARM have no division instructions.
    private static let division = ["divmodsi4", "divsi3", "modsi3", "udivmodsi4", "udivsi3", "umodsi3"]
        .map { "___\($0)" }

    /// The functions of exceptions that use `setjmp`. Source: libunwind, src/Unwind-sjlj.c.
    private static let setjmpUnwinding = [
        "ForcedUnwind", "RaiseException", "Register", "Resume", "Resume_or_Rethrow", "Unregister",
    ].map { "__Unwind_SjLj_\($0)" }

    /// Consumes a `targets:` list of one or several lines and returns its text.
    private static func list(_ lines: inout ArraySlice<Line>, _ source: RelativePath) throws(StubSysrootError) -> String
    {
        var text: [UInt8] = []
        while let line = lines.popFirst() {
            text += line
            if line.contains(UInt8(ascii: "]")) { return String(decoding: text, as: UTF8.self) }
        }
        throw .unexpected(source)
    }

    /// Consumes a section and returns its lines after the targets; nil when the section is for Intel Macs only.
    private static func section(
        _ lines: inout ArraySlice<Line>, _ source: RelativePath
    ) throws(StubSysrootError) -> [Line]? {
        let isShared = try list(&lines, source).contains(" arm64-")
        let body = lines.prefix { $0.starts(with: "    ".utf8) }
        lines = lines.dropFirst(body.count)
        return isShared ? body.map(Self.withoutVersions) : nil
    }

    /// Renames symbols such as `$ld$hide$os10.5$_name`, so that linkers ignore them: they are instructions for certain
    /// versions of macOS, and must have no effect on other platforms.
    private static func withoutVersions(_ line: Line) -> Line {
        let marker = Array("$ld$hide$os".utf8)
        guard var range = line.firstRange(of: marker) else { return line }
        var line = line
        while true {
            line.replaceSubrange(range, with: "$ld$none$os".utf8)
            guard let next = line[range.upperBound...].firstRange(of: marker) else { return line }
            range = next
        }
    }

    /// Collects lines; omits a key when all of its sections are omitted.
    private struct Output {
        private(set) var bytes: [UInt8] = []
        /// A line with only a key, which is written before the key's first section, and dropped if there is none.
        private var pending: Line?

        mutating func add(_ line: Line) {
            pending = nil
            if line.last == UInt8(ascii: ":"), line.first != UInt8(ascii: " ") {
                pending = line
            } else {
                append(line)
            }
        }

        mutating func add(_ head: String, _ body: [Line] = []) {
            if let pending { append(pending) }
            pending = nil
            append(Array(head.utf8)[...])
            for line in body { append(line) }
        }

        private mutating func append(_ line: Line) {
            if !bytes.isEmpty { bytes.append(0x0A) }
            bytes += line
        }
    }
}
