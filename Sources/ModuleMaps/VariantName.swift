import Basics
import Targets

/// The file name of a variant of a header: `config-arm64_x86_64.h`, `config-ios-simulator.h`.
struct VariantName {
    var header: RelativePath
    var targets: [Target]
    var key: DispatchKey

    /// The limit of words in a name; longer lists are shortened.
    private static let longestList = 4

    /// Returns the first free path and adds it to `taken`.
    func free(among taken: inout Set<RelativePath>) -> RelativePath {
        var label = self.label
        while true {
            let path = path(label)
            if taken.insert(path).inserted { return path }
            label += "-variant"
        }
    }

    /// The systems and architectures of the variant's targets, as far as the key tests them.
    private var label: String {
        let words = targets.map { target in
            let answer = key.answer(for: target)
            return [answer.system?.word, answer.architecture?.rawValue].compactMap(\.self).joined(separator: "-")
        }.uniqued()
        let isLong = words.count > Self.longestList
        return isLong ? "\(words[0])_and_\(words.count - 1)_more" : words.joined(separator: "_")
    }

    private func path(_ label: String) -> RelativePath {
        let name = header.name
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        let text = "\(name[..<dot])-\(label)\(name[dot...])"
        // A valid name stays valid when letters, digits, `-` and `_` are inserted.
        guard let file = RelativePath(text) else { preconditionFailure("not a relative path: \(text)") }
        return header.parent?.appending(file) ?? file
    }
}
