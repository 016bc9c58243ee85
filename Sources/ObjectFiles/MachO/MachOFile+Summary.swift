/// Reads bitcode, linker options, and the summary for audits.
extension MachOFile {
    /// Returns the amount of bitcode in `__LLVM,__bitcode`: a marker is at most one byte.
    public func bitcode() throws(ObjectFileError) -> BitcodeContent { Self.bitcode(in: try sections()) }

    private static func bitcode(in all: [ObjectSection]) -> BitcodeContent {
        let sections = all.filter { $0.segment == "__LLVM" }
        if let bitcode = sections.first(where: { $0.name == "__bitcode" || $0.name == "__bundle" }) {
            return bitcode.size > 1 ? .full : .marker
        }
        return sections.contains { $0.name == "__asm" } ? .assembly : .none
    }

    /// Returns the words of each LC_LINKER_OPTION: cmd, cmdsize, count (u32), then `count` NUL-terminated texts.
    public func linkerOptions() throws(ObjectFileError) -> [[String]] {
        var all: [[String]] = []
        for command in commands where command.kind == .linkerOption {
            let count: UInt32 = try command.bytes.integer(at: 8, header.order)
            var words: [String] = []
            words.reserveCapacity(min(Int(count), command.bytes.count / 2))
            var offset = 12
            for _ in 0..<count {
                let word = try command.bytes.terminated(at: offset)
                words.append(word.text())
                offset += word.count + 1
            }
            all.append(words)
        }
        return all
    }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        let version = try buildVersion()
        let segments = try segments()
        let sections = segments.flatMap { $0.sections.map(\.section) }
        var summary = ObjectSummary(
            format: .machO, kind: kind, architecture: architecture.name, platform: version?.platform,
            minimumVersion: version?.minimum, sdkVersion: version?.sdk, bitcode: Self.bitcode(in: sections),
            hasDebugInformation: sections.contains { $0.segment == "__DWARF" },
            hasExecutableStack: header.flags & MachOHeader.executableStackFlag != 0,
            positionIndependence: try positionIndependence(segments), abiFlags: abiFlags,
            linkerOptions: try linkerOptions())
        if let table = try symbolTable() {
            try forEachSymbol(in: table, externalOnly: true) { summary.take($0) }
        }
        // A stripped library still has its exports.
        if kind != .object, summary.definedSymbols.isEmpty { summary.definedSymbols = try exports() ?? [] }
        return summary
    }

    /// The flags of arm64e: the top bit of the subtype marks pointer authentication, the upper bits contain its
    /// version.
    private var abiFlags: [String] {
        guard architecture.type == .arm64, architecture.bareSubtype == 2, architecture.subtype >> 31 == 1 else {
            return []
        }
        return ["ptrauth\(architecture.subtype >> 24 & 0xF)"]
    }
}
