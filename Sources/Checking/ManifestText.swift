/// What can be read of a `Package.swift` without running it: calls, their labelled texts and lists of texts.
///
/// A manifest is a program: what it computes is not seen, and nothing is said of it.
struct ManifestText {
    var calls: [Call] = []
    /// The line of a quote, comment or bracket that is never closed.
    var unclosed: Int?
    /// The line of a bracket within too many others: nothing behind it is read.
    var tooDeep: Int?

    /// A call of a member: `.binaryTarget(name: "Z", path: "Z.xcframework")`.
    struct Call {
        var name: String
        /// From 1.
        var line: Int
        var path: Path
        /// By label; the first without one has the label ``.
        var texts: [String: String] = [:]
        /// Texts of a list, and whether nothing else stands in it.
        var lists: [String: [String]] = [:]
        /// Single words by label: `.v13`.
        var words: [String: String] = [:]
        /// Labels that are there, whatever is behind them.
        var labels: Set<String> = []
        /// Labels whose values are more than one text or a list of texts.
        var computed: Set<String> = []

        /// Nobody asks for a call without arguments.
        var saysSomething: Bool {
            !(labels.isEmpty && computed.isEmpty && texts.isEmpty && lists.isEmpty && words.isEmpty)
        }
    }

    /// The names of the calls around a call, innermost first: `target`, `Package`. Calls beside each other share it.
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

    /// Those with the name.
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
