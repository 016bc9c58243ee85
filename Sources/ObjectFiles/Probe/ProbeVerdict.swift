/// The result of a link: its messages, with one for each undefined or duplicate symbol.
struct ProbeVerdict {
    private let messages: [ProbeMessage]

    init(_ linker: ProbeLinker) {
        var linker = linker
        for (name, first, second) in linker.symbols.duplicates {
            linker.fail("duplicate symbol: \(name)\n>>> defined in \(first)\n>>> defined in \(second)")
        }
        for name in linker.symbols.wanted where !Self.isGiven(name, linker.options, linker.architecture) {
            guard case .undefined(let files) = linker.symbols[name] else { continue }
            let text = "undefined symbol: \(name)" + files.map { "\n>>> referenced by \($0)" }.joined()
            switch linker.options.undefined {
            case .allowed, .allowedFlat: continue
            case .warning: linker.warn(text)
            case .error: linker.fail(text)
            }
        }
        if linker.messages.contains(where: \.isError) { linker.absentAutoLinks.forEach { linker.warn($0) } }
        messages = linker.messages
    }

    /// Returns whether the linker or the compiler's runtime defines a symbol, or a flag allows it to be undefined.
    private static func isGiven(
        _ name: String, _ options: ProbeOptions, _ architecture: MachOArchitecture
    ) -> Bool {
        if options.allowedUndefined.contains(name) || linkerMade.contains(name) { return true }
        if linkerMadePrefixes.contains(where: { name.hasPrefix($0) }) { return true }
        return ProbeBuiltins.provides(name, on: architecture.type)
    }

    private static let linkerMade: Set<String> = [
        "dyld_stub_binder", "___dso_handle", "__mh_execute_header", "__mh_dylib_header", "__mh_bundle_header",
        "__mh_dylinker_header",
    ]

    private static let linkerMadePrefixes = [
        "section$start$", "section$end$", "segment$start$", "segment$end$", "___dtrace_", "_objc_msgSend$",
    ]

    var isGood: Bool { !messages.contains(where: \.isError) }

    func text(_ tool: String, isQuiet: Bool) -> String {
        messages.filter { $0.isError || !isQuiet }
            .map { "\(tool): \($0.isError ? "error" : "warning"): \($0.text)\n" }.joined()
    }
}
