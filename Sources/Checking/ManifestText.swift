/// The parts of a `Package.swift` that can be read without running it: calls, their labelled texts and lists of texts.
///
/// A manifest is a program: computed values are not visible, and no check applies to them.
struct ManifestText {
    var calls: [Call] = []
    /// The line of a quote, comment or bracket that is never closed.
    var unclosed: Int?
    /// The line of a bracket that is nested too deeply: nothing behind it is read.
    var tooDeep: Int?

    /// A call of a member: `.binaryTarget(name: "Z", path: "Z.xcframework")`.
    struct Call {
        var name: String
        /// The line, from 1.
        var line: Int
        var path: Path
        /// The texts by label; the first argument without a label has the label ``.
        var texts: [String: String] = [:]
        /// The texts of lists that contain nothing else, by label.
        var lists: [String: [String]] = [:]
        /// Single words by label: `.v13`.
        var words: [String: String] = [:]
        /// All labels, for values of any kind.
        var labels: Set<String> = []
        /// Labels whose values are more than one text or a list of texts.
        var computed: Set<String> = []

        /// Whether the call has arguments; checks ignore calls without any.
        var hasArguments: Bool {
            !(labels.isEmpty && computed.isEmpty && texts.isEmpty && lists.isEmpty && words.isEmpty)
        }
    }

    /// The names of the calls around a call, innermost first: `target`, `Package`. Sibling calls share it.
    indirect enum Path: Sequence {
        case outermost
        case within(String, Path)

        func makeIterator() -> some IteratorProtocol<String> {
            sequence(state: self) { path in
                guard case .within(let name, let outer) = path else { return nil }
                path = outer
                return name
            }
        }

        var innermost: String? { if case .within(let name, _) = self { name } else { nil } }
    }

    /// Returns the calls with these names.
    func calls(_ names: String...) -> [Call] { calls.filter { names.contains($0.name) } }
}

extension ManifestText {
    init(parsing text: String) {
        var reader = ManifestReader(text)
        reader.run()
        calls = reader.calls.sorted { $0.line < $1.line }
        unclosed = reader.unclosed
        tooDeep = reader.tooDeep
    }
}
