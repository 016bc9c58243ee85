/// Reads a property list in XML: `<plist version="1.0">` around one value, each kind of value an element of its own.
///
/// ```
/// <dict> <key>K</key> VALUE … </dict>   <array> VALUE … </array>   <string>   <integer>   <real>   <true/>   <false/>
/// <date>   <data>                        read as nothing: no check needs them
/// ```
/// Foundation's reader recurses without a limit and overflows the stack. A prior scan of the depth would have to
/// find tags exactly as that reader does, in comments, quotes and declarations. Foundation's reader also
/// accepts invalid integers. This reader accepts a depth of `PlainValue.deepest` and reads each byte once. Source:
/// Apple's `PropertyList-1.0.dtd`.
struct XMLPlist {
    private let bytes: [UInt8]
    private var position = 0

    static func read(_ bytes: [UInt8]) throws(PlainValue.Unreadable) -> PlainValue {
        var reader = XMLPlist(bytes: bytes)
        let first = try reader.tag()
        guard first.name == "plist" else { return try reader.value(first, depth: 0) }
        guard first.kind == .opening else { throw reader.broken }
        let value = try reader.value(try reader.tag(), depth: 0)
        guard try reader.tag() == Tag(name: "plist", kind: .closing) else { throw reader.broken }
        return value
    }

    private struct Tag: Hashable {
        var name: String
        var kind: Kind

        enum Kind {
            case opening
            case closing
            case empty
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var broken: PlainValue.Unreadable {
        PlainValue.Unreadable(reason: "it is not a property list: byte \(position)")
    }

    // MARK: Values

    private mutating func value(_ tag: Tag, depth: Int) throws(PlainValue.Unreadable) -> PlainValue {
        guard depth < PlainValue.deepest else { throw PlainValue.Unreadable(reason: "it is nested too deeply") }
        guard tag.kind != .closing else { throw broken }
        switch tag.name {
        case "dict": return .map(tag.kind == .empty ? [:] : try map(depth: depth))
        case "array": return .list(tag.kind == .empty ? [] : try list(depth: depth))
        case "string": return .text(try text(tag))
        case "integer", "real":
            guard let number = Double(try text(tag).filter { !$0.isWhitespace }) else { throw broken }
            return .number(number)
        case "true", "false":
            _ = try text(tag)
            return .flag(tag.name == "true")
        case "date", "data":
            _ = try text(tag)
            return .nothing
        default: throw broken
        }
    }

    private mutating func map(depth: Int) throws(PlainValue.Unreadable) -> [String: PlainValue] {
        var map: [String: PlainValue] = [:]
        while true {
            let tag = try tag()
            if tag == Tag(name: "dict", kind: .closing) { return map }
            guard tag.name == "key", tag.kind != .closing else { throw broken }
            let key = try text(tag)
            map[key] = try value(try self.tag(), depth: depth + 1)
        }
    }

    private mutating func list(depth: Int) throws(PlainValue.Unreadable) -> [PlainValue] {
        var list: [PlainValue] = []
        while true {
            let tag = try tag()
            if tag == Tag(name: "array", kind: .closing) { return list }
            list.append(try value(tag, depth: depth + 1))
        }
    }

    /// Returns the text up to the closing tag.
    private mutating func text(_ tag: Tag) throws(PlainValue.Unreadable) -> String {
        guard tag.kind == .opening else { return "" }
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            if take("<![CDATA[") {
                let start = position
                try skip(past: "]]>")
                text += bytes[start..<(position - 3)]
            } else if take("<!--") {
                try skip(past: "-->")
            } else if byte == UInt8(ascii: "<") {
                guard try self.tag() == Tag(name: tag.name, kind: .closing) else { throw broken }
                return String(decoding: text, as: UTF8.self)
            } else if byte == UInt8(ascii: "&") {
                text += try entity().utf8
            } else {
                text.append(byte)
                position += 1
            }
        }
        throw broken
    }

    /// Reads an entity: `&lt;`, `&#60;`, `&#x3C;`.
    private mutating func entity() throws(PlainValue.Unreadable) -> String {
        let name = bytes[(position + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
        let word = String(decoding: name, as: UTF8.self)
        position += 1 + name.count
        guard take(";") else { throw broken }
        if let known = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"][word] { return known }
        let isHex = word.hasPrefix("#x")
        guard word.hasPrefix("#"), let code = UInt32(word.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10),
            let scalar = Unicode.Scalar(code)
        else { throw broken }
        return String(Character(scalar))
    }

    // MARK: Tags

    /// Reads the next tag; skips space, comments and declarations before it.
    private mutating func tag() throws(PlainValue.Unreadable) -> Tag {
        try skipMisc()
        guard take("<") else { throw broken }
        let isClosing = take("/")
        let name = bytes[position...].prefix { !Self.isSpace($0) && !"/><".utf8.contains($0) }
        position += name.count
        let start = position
        try skipToEnd()
        let isEmpty = position - start > 1 && bytes[position - 2] == UInt8(ascii: "/")
        return Tag(
            name: String(decoding: name, as: UTF8.self), kind: isClosing ? .closing : isEmpty ? .empty : .opening)
    }

    private mutating func skipMisc() throws(PlainValue.Unreadable) {
        while position < bytes.count {
            if Self.isSpace(bytes[position]) {
                position += 1
            } else if take("<!--") {
                try skip(past: "-->")
            } else if take("<?") {
                try skip(past: "?>")
            } else if take("<!") {
                try skipToEnd()
            } else {
                return
            }
        }
    }

    /// Skips the rest of a tag or declaration: up to the first `>` outside quotes.
    private mutating func skipToEnd() throws(PlainValue.Unreadable) {
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: ">"): return
            default: break
            }
        }
        throw broken
    }

    // MARK: Bytes

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func take(_ word: StaticString) -> Bool {
        let found = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if found { position += word.utf8CodeUnitCount }
        return found
    }

    private mutating func skip(past word: StaticString) throws(PlainValue.Unreadable) {
        while position < bytes.count {
            if take(word) { return }
            position += 1
        }
        throw broken
    }
}
