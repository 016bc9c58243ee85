/// Reads a document's tree from libyaml's events, and refuses everything but text, lists and mappings.
struct DocumentReader: ~Copyable {
    private let source: SourceText
    private var events: YAMLEvents
    /// Duplicate keys and other faults that do not prevent the reading of the tree.
    private(set) var findings = Findings()
    /// Anchors, tags and other faults that make the tree unusable.
    private var refusals = Findings()
    private var hasAnchor = false
    private var duplicateKeys = 0

    /// If there are more duplicate keys than this, a single error replaces all others.
    private static let mostDuplicates = 64

    init(_ source: SourceText) throws(Faults) {
        self.source = source
        var bytes: [UInt8] = []
        for line in source.lines {
            for scalar in line { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
            bytes.append(0x0A)
        }
        guard let events = YAMLEvents(bytes) else {
            throw Faults([Diagnostic(.error, "not YAML", at: nil)], in: source)
        }
        self.events = events
    }

    /// Returns the root of the text's only document.
    mutating func root() throws(Faults) -> DocumentNode {
        do throws(YAMLSyntaxError) {
            let root = try readDocument()
            if duplicateKeys > Self.mostDuplicates {
                refusals = Findings([Diagnostic(.error, "too many duplicate keys", at: nil)])
            }
            if let root, !refusals.hasErrors { return root }
        } catch {
            throw Faults([error.diagnostic(in: source)], in: source)
        }
        throw Faults(refusals.sorted, in: source)
    }

    private mutating func readDocument() throws(YAMLSyntaxError) -> DocumentNode? {
        // The start of the stream.
        _ = try events.next()
        guard case .documentStart = try events.next() else {
            refusals.error("the file is empty", at: nil)
            return nil
        }
        let root = try node(from: try events.next())
        // The end of the document.
        _ = try events.next()
        guard case .documentStart(let mark) = try events.next() else { return root }
        refusals = Findings()
        refusals.error("a second document starts here", at: mark, hint: "keep one document per file")
        return nil
    }

    // MARK: Nodes

    /// Returns the node that begins with an event; nil for an alias, which is refused.
    private mutating func node(from event: YAMLEvent) throws(YAMLSyntaxError) -> DocumentNode? {
        switch event {
        case .scalar(let text, let isPlain, let properties):
            refuse(properties)
            return scalar(text, isPlain: isPlain, at: properties.mark)
        case .listStart(let properties):
            refuse(properties)
            return DocumentNode(.list(try items()), at: properties.mark)
        case .mappingStart(let properties):
            refuse(properties)
            return DocumentNode(.mapping(try entries()), at: properties.mark)
        case .alias(let mark):
            // If an anchor was reported, the aliases are not reported too.
            if !hasAnchor { refuseAnchor(at: mark) }
            return nil
        case .boundary, .documentStart, .listEnd, .mappingEnd: return nil
        }
    }

    private mutating func scalar(_ text: String, isPlain: Bool, at place: Mark) -> DocumentNode {
        let mark = source.mark(of: text, at: place)
        if text.unicodeScalars.contains("\0") {
            findings.error("text with a NUL, which no command line or file name can hold", at: mark)
        }
        return DocumentNode(.scalar(text, isPlain: isPlain), at: mark)
    }

    private mutating func items() throws(YAMLSyntaxError) -> [DocumentNode] {
        var items: [DocumentNode] = []
        while true {
            let event = try events.next()
            if case .listEnd = event { return items }
            if let item = try node(from: event) { items.append(item) }
        }
    }

    private mutating func entries() throws(YAMLSyntaxError) -> [DocumentNode.Entry] {
        var entries: [DocumentNode.Entry] = []
        var first: [String: Mark] = [:]
        while true {
            let event = try events.next()
            if case .mappingEnd = event { return entries }
            let key = key(try node(from: event))
            let value = try node(from: try events.next())
            guard let key else { continue }
            if let earlier = first[key.value] {
                duplicateKeys += 1
                let note = Diagnostic.Note("first given here", at: earlier)
                findings.error("duplicate key `\(key.value)`", at: key.mark, notes: [note])
            } else {
                first[key.value] = key.mark
            }
            if let value { entries.append(DocumentNode.Entry(key: key, value: value)) }
        }
    }

    private mutating func key(_ node: DocumentNode?) -> Located<String>? {
        guard let node else { return nil }
        guard case .scalar(let text, _) = node.content else {
            refusals.error("expected a word as the key, found \(node.noun)", at: node.mark)
            return nil
        }
        return Located(text, node.mark)
    }

    // MARK: Refusals

    private mutating func refuse(_ properties: YAMLEvent.Properties) {
        if properties.isAnchored {
            hasAnchor = true
            refuseAnchor(at: properties.mark)
        } else if properties.isTagged {
            refusals.error("tags are not allowed", at: properties.mark, hint: "write the value without `!`")
        }
    }

    private mutating func refuseAnchor(at mark: Mark) {
        refusals.error(
            "anchors and aliases are not allowed", at: mark, hint: "write the value out, or put it in quotes")
    }
}
