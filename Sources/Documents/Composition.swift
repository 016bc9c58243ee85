import Yams

/// The parser's tree of a document, with keys that were given twice kept apart.
///
/// Yams gives up at the first mapping with a duplicate key. So that all of them are found, the first of each pair is
/// renamed, in the text that Yams sees, by putting a character of Unicode's private use area in the place of its first
/// one, and the text is parsed again; columns stay what they are.
struct Composition {
    let root: Node
    /// The first characters of the keys that were renamed, by the keys' places.
    let renamed: [Place: Unicode.Scalar]

    // Nodes hold their anchors weakly, and the parser holds them: it must live until they are converted.
    private let parser: Parser

    struct Place: Hashable {
        let line: Int
        let column: Int
    }

    /// How often a text is parsed at most: more duplicates than anybody writes by mistake, and for large texts not more
    /// than takes a moment.
    private static func limit(_ text: DocumentText) -> Int {
        min(64, max(2, Document.limit / max(1, text.text.utf8.count)))
    }

    init(_ text: DocumentText) throws(Faults) {
        var spelling = Spelling(text.source)
        for _ in 0..<Self.limit(text) {
            do {
                let parser = try Parser(yaml: spelling.text, resolver: .basic, encoding: .utf8)
                guard let root = try parser.singleRoot() else { throw Faults([Self.empty], in: text.source) }
                (self.root, self.parser, renamed) = (root, parser, spelling.renamed)
                return
            } catch let error as YamlError {
                guard case .duplicatedKeysInMapping(_, let context) = error, spelling.rename(context.mark) else {
                    throw SyntaxFault(error, text.source).faults
                }
            } catch let faults as Faults {
                throw faults
            } catch {
                throw Faults([Diagnostic(.error, "not YAML: \(error)", at: nil)], in: text.source)
            }
        }
        throw Faults([Diagnostic(.error, "too many duplicate keys", at: nil)], in: text.source)
    }

    /// Ends the parser's life, not before here.
    func close() { withExtendedLifetime(parser) {} }

    private static let empty = Diagnostic(.error, "the file is empty", at: nil)
}

/// The text as Yams is given it.
private struct Spelling {
    private var lines: [[Unicode.Scalar]]
    private(set) var renamed: [Composition.Place: Unicode.Scalar] = [:]

    init(_ source: SourceText) { lines = source.lines }

    var text: String {
        var view = String.UnicodeScalarView()
        for line in lines {
            view.append(contentsOf: line)
            view.append("\n")
        }
        return String(view)
    }

    /// Makes the key at a mark unlike every other; false when its first character cannot be told.
    mutating func rename(_ mark: Yams.Mark) -> Bool {
        let (line, column) = (mark.line - 1, mark.column - 1)
        guard lines.indices.contains(line), lines[line].indices.contains(column) else { return false }
        let isQuoted = lines[line][column] == "\"" || lines[line][column] == "'"
        let first = column + (isQuoted ? 1 : 0)
        guard first < lines[line].count, !"\"'\\&!*|>?".unicodeScalars.contains(lines[line][first]),
            let placeholder = Unicode.Scalar(0xE000 + UInt32(renamed.count))
        else { return false }
        let place = Composition.Place(line: mark.line, column: mark.column)
        guard renamed.updateValue(lines[line][first], forKey: place) == nil else { return false }
        lines[line][first] = placeholder
        return true
    }
}
