import Yams

/// From the parser's tree to ours: keys get their names back, marks their lengths,
/// and what is no plain tree is refused.
struct Conversion {
    let source: SourceText
    let renamed: [Composition.Place: Unicode.Scalar]
    /// Duplicate keys and such: the rest can still be read.
    private(set) var findings = Findings()
    /// What makes the tree one that must not be looked at.
    private(set) var refusals = Findings()

    init(source: SourceText, renamed: [Composition.Place: Unicode.Scalar]) {
        self.source = source
        self.renamed = renamed
    }

    static func anchorFault(at mark: Mark) -> Diagnostic {
        Diagnostic(
            .error, "anchors and aliases are not allowed", at: mark, hint: "write the value out, or put it in quotes")
    }

    /// Nil when the node was refused, which was noted.
    mutating func node(_ node: Node) -> DocumentNode? {
        let place = Mark(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
        // An alias is a copy of what its anchor marks, anchor included: nothing below is looked at.
        guard node.anchor == nil else {
            refuse(Self.anchorFault(at: place))
            return nil
        }
        switch node {
        case .scalar(let scalar): return self.scalar(scalar, at: place)
        case .sequence(let sequence):
            guard isUntagged(sequence.tag, .seq, at: place) else { return nil }
            return DocumentNode(.list(sequence.compactMap { self.node($0) }), at: place)
        case .mapping(let mapping):
            guard isUntagged(mapping.tag, .map, at: place) else { return nil }
            return self.mapping(mapping, at: place)
        case .alias:
            refuse(Self.anchorFault(at: place))
            return nil
        }
    }

    private mutating func scalar(_ scalar: Node.Scalar, at place: Mark) -> DocumentNode? {
        let isPlain = scalar.style == .plain || scalar.style == .any
        guard isUntagged(scalar.tag, .str, at: place) else { return nil }
        let mark = Extent(source).mark(of: scalar.string, at: place)
        if scalar.string.unicodeScalars.contains("\0") {
            findings.error("text with a NUL, which no command line or file name can hold", at: mark)
        }
        return DocumentNode(.scalar(scalar.string, isPlain: isPlain), at: mark)
    }

    private mutating func mapping(_ mapping: Node.Mapping, at place: Mark) -> DocumentNode {
        var entries: [DocumentNode.Entry] = []
        var first: [String: Mark] = [:]
        for (key, value) in mapping {
            let value = node(value)
            guard let key = self.key(key) else { continue }
            if let earlier = first[key.value] {
                let note = Diagnostic.Note("first given here", at: earlier)
                findings.error("duplicate key `\(key.value)`", at: key.mark, notes: [note])
            } else {
                first[key.value] = key.mark
            }
            if let value { entries.append(DocumentNode.Entry(key: key, value: value)) }
        }
        return DocumentNode(.mapping(entries), at: place)
    }

    private mutating func key(_ key: Node) -> Located<String>? {
        guard let node = node(key) else { return nil }
        guard case .scalar(let text, _) = node.content else {
            refuse(Diagnostic(.error, "a key must be a word, found \(node.noun)", at: node.mark))
            return nil
        }
        let place = Composition.Place(line: node.mark.line, column: node.mark.column)
        guard let character = renamed[place] else { return Located(text, node.mark) }
        let name = String(character) + String(String.UnicodeScalarView(text.unicodeScalars.dropFirst()))
        return Located(name, Extent(source).mark(of: name, at: node.mark))
    }

    /// Yams gives quoted text, and anything that it compares, the tag of its kind.
    private mutating func isUntagged(_ tag: Tag, _ usual: Tag.Name, at place: Mark) -> Bool {
        if tag.rawValue == Tag.Name.implicit.rawValue || tag.rawValue == usual.rawValue { return true }
        refuse(Diagnostic(.error, "tags are not allowed", at: place, hint: "write the value without `!`"))
        return false
    }

    private mutating func refuse(_ diagnostic: Diagnostic) {
        if !refusals.diagnostics.contains(diagnostic) { refusals.add(diagnostic) }
    }
}
