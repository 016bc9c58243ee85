// Shapes of several values.

extension Shape {
    /// The shape of a list whose elements have this shape. An element that cannot be read is left out, and its fault
    /// is noted.
    public var list: Shape<[Value]> {
        let element = self
        return Shape<[Value]>("a list", schema: .list(schema)) { node, findings in
            guard case .list(let nodes) = node.content else {
                findings.mismatch("a list", node)
                return nil
            }
            return nodes.compactMap { element.read($0, &findings) }
        }
    }

    /// The shape of one value of this shape, or of a list of such values.
    public var oneOrMany: Shape<[Value]> {
        let (element, list) = (self, self.list)
        let noun = "\(self.noun) or a list"
        return Shape<[Value]>(noun, schema: .either([schema, .list(schema)])) { node, findings in
            if case .list = node.content { return list.read(node, &findings) }
            let isTable = if case .mapping = node.content { true } else { false }
            if node.isNothing || (isTable && element.schema.isScalar) {
                findings.mismatch(noun, node)
                return nil
            }
            return element.read(node, &findings).map { [$0] }
        }
    }

    /// Returns this shape of a list or a table, with the further check that the value is not empty.
    public func nonEmpty<Element>() -> Shape where Value == [Element] {
        let isTable = if case .table = schema { true } else { false }
        return Shape(noun, schema: schema.nonEmpty) { node, findings in
            switch node.content {
            case .list([]) where !isTable: findings.error("this list must not be empty", at: node.mark)
            case .mapping([]) where isTable: findings.error("this table must not be empty", at: node.mark)
            default: return body(node, &findings)
            }
            return nil
        }
    }

    /// Returns a shape of a mapping with keys that the author chooses; its entries keep the order of the text.
    ///
    /// Of entries with the same key, only the first is read: `DocumentReader` has noted the others as faults.
    public static func table<Name, Element>(
        _ noun: String, keys: Shape<Name>, values: Shape<Element>
    ) -> Shape<[TableEntry<Name, Element>]> where Value == [TableEntry<Name, Element>] {
        Shape(noun, schema: .table(keys: keys.schema, values: values.schema)) { node, findings in
            guard case .mapping(let entries) = node.content else {
                findings.mismatch(noun, node)
                return nil
            }
            var seen: Set<String> = []
            return entries.compactMap { entry in
                guard seen.insert(entry.key.value).inserted else { return nil }
                let keyNode = DocumentNode(.scalar(entry.key.value, isPlain: false), at: entry.key.mark)
                let name = keys.read(keyNode, &findings)
                guard let element = values.read(entry.value, &findings), let name else { return nil }
                return TableEntry(name: Located(name, entry.key.mark), value: element)
            }
        }
    }

    /// Returns a shape that reads text as `short` and any other value as `long`.
    public static func either(_ short: Shape, or long: Shape) -> Shape {
        let noun = "\(short.noun) or \(long.noun)"
        return Shape(noun, schema: .either([short.schema, long.schema])) { node, findings in
            if node.isNothing {
                findings.mismatch(noun, node)
                return nil
            }
            return switch node.content {
            case .scalar: short.read(node, &findings)
            case .list, .mapping: long.read(node, &findings)
            }
        }
    }

    /// Returns a shape that reads a mapping as `long` and any other value as `short`, which may be a list.
    public static func listOrMapping(_ short: Shape, _ long: Shape) -> Shape {
        Shape("\(short.noun), or \(long.noun)", schema: .either([short.schema, long.schema])) { node, findings in
            switch node.content {
            case .mapping: long.read(node, &findings)
            case .scalar, .list: short.read(node, &findings)
            }
        }
    }
}
