/// SwiftPM's description of a `Package.swift`, or its error. A manifest is a program, which must run in a sandbox: the
/// caller runs it, and this module reads only the answer.
public enum ManifestAnswer: Hashable, Sendable {
    /// The output of `swift package dump-package`.
    case dumped([UInt8])
    /// SwiftPM's error, and its line in the manifest, if the error has one.
    case refused(String, line: Int?)
    /// The reason why the manifest did not run.
    case unread(String)
}

extension ManifestAnswer {
    /// Reads the error output of SwiftPM, which contains the compiler's errors too:
    ///
    ///     error: 'z': duplicate target named 'Z'
    ///     /xbuild/package/Package.swift:9:22: error: incorrect argument label in call
    public init(errors: String) {
        let lines = errors.split(whereSeparator: \.isNewline)
        for line in lines {
            let words = line.split(separator: ": error: ", maxSplits: 1)
            let place = words.first?.split(separator: ":") ?? []
            guard words.count == 2, place.count == 3, place[0].hasSuffix("Package.swift") else { continue }
            self = .refused(String(words[1]), line: Int(place[1]))
            return
        }
        let message = lines.first { $0.hasPrefix("error: ") }?.dropFirst("error: ".count) ?? lines.first ?? ""
        // Such an error begins with the package's name, which is only the name of its folder in the sandbox.
        let isNamed = message.hasPrefix("'") && message.contains("': ")
        let text = isNamed ? message.drop { $0 != ":" }.dropFirst(2) : message
        self = .refused(text.isEmpty ? "the manifest does not run" : String(text), line: nil)
    }
}
