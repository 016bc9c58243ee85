/// The result of a link: its messages, with one for each undefined or duplicate symbol.
struct ProbeVerdict {
    private var messages: [ProbeMessage]
    private let areWarningsFatal: Bool

    init(_ linker: ProbeLinker, _ options: ProbeOptions, _ architecture: MachOArchitecture) {
        messages = linker.messages
        areWarningsFatal = options.areWarningsFatal
        for duplicate in linker.symbols.duplicates {
            add(
                true,
                "duplicate symbol: \(duplicate.name)\n>>> defined in \(duplicate.first)\n>>> defined in \(duplicate.second)"
            )
        }
        for name in linker.symbols.wanted where !Self.isGiven(name, options, architecture) {
            guard case .undefined(let files) = linker.symbols[name] else { continue }
            let text = "undefined symbol: \(name)" + files.map { "\n>>> referenced by \($0)" }.joined()
            switch options.undefined {
            case .allowed, .allowedFlat: continue
            case .warning: add(false, text)
            case .error: add(true, text)
            }
        }
        if !isGood { linker.absentAutoLinks.forEach { add(false, $0) } }
    }

    private mutating func add(_ isError: Bool, _ text: String) {
        messages.append(ProbeMessage(isError: isError || areWarningsFatal, text: text))
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
