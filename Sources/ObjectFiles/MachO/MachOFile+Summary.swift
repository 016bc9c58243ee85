/// Bitcode, linker options, and the summary for audits.
extension MachOFile {
    /// How much bitcode lies in `__LLVM,__bitcode`: a marker is at most one byte.
    public func bitcode() throws(ObjectFileError) -> BitcodeContent {
        let sections = try sections().filter { $0.segment == "__LLVM" }
        guard let bitcode = sections.first(where: { $0.name == "__bitcode" || $0.name == "__bundle" }) else {
            return .none
        }
        return bitcode.size > 1 ? .full : .marker
    }

    /// The words of each LC_LINKER_OPTION: cmd, cmdsize, count (u32), then `count` NUL-terminated texts.
    public func linkerOptions() throws(ObjectFileError) -> [[String]] {
        var all: [[String]] = []
        for command in commands where command.kind == .linkerOption {
            let count: UInt32 = try command.bytes.integer(at: 8, header.order)
            var words: [String] = []
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
        var summary = ObjectSummary(
            format: .machO, kind: kind, architecture: architecture.name, platform: version?.platform,
            minimumVersion: version?.minimum, sdkVersion: version?.sdk, bitcode: try bitcode(),
            hasDebugInformation: try sections().contains { $0.segment == "__DWARF" },
            linkerOptions: try linkerOptions())
        summary.take(try symbols())
        return summary
    }
}
