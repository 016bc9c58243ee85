import Documents
import Foundation

/// A YAML document as the JSON that an editor would validate: plain words become booleans and numbers where
/// possible.
enum JSONValue: Hashable {
    case null
    case bool(Bool)
    case number(Double, spelling: String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(yaml: Data) throws { self.init(try Document(Array(yaml), file: "recipe.yaml").root) }

    init(_ node: DocumentNode) {
        switch node.content {
        case .scalar(let text, let isPlain):
            if node.isNothing {
                self = .null
            } else if isPlain, text == "true" || text == "false" {
                self = .bool(text == "true")
            } else if isPlain, text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil, let number = Double(text) {
                self = .number(number, spelling: text)
            } else {
                self = .string(text)
            }
        case .list(let nodes): self = .array(nodes.map(JSONValue.init))
        case .mapping(let entries):
            self = .object(Dictionary(entries.map { ($0.key.value, JSONValue($0.value)) }) { first, _ in first })
        }
    }

    var json: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(_, let spelling): spelling
        case .string(let text): Self.quoted(text)
        case .array(let values): "[\(values.map(\.json).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let data = try? JSONEncoder().encode(text)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}

/// Validates with the part of JSON Schema that the recipes' schema uses; a schema with another keyword is refused.
struct SchemaValidator {
    struct UnknownKeyword: Error { let keyword: String }

    private let root: [String: Any]

    private static let known: Set<String> = [
        "$schema", "$id", "title", "description", "type", "properties", "required", "additionalProperties", "items",
        "minItems", "enum", "pattern", "minimum", "maximum", "anyOf", "propertyNames",
        "minProperties",
    ]

    init(_ data: Data) throws {
        root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        try Self.checkKeywords(root)
    }

    private static func checkKeywords(_ schema: [String: Any]) throws {
        for (keyword, value) in schema {
            guard known.contains(keyword) else { throw UnknownKeyword(keyword: keyword) }
            switch keyword {
            case "properties":
                for case let child as [String: Any] in (value as? [String: Any] ?? [:]).values {
                    try checkKeywords(child)
                }
            case "anyOf": for child in value as? [[String: Any]] ?? [] { try checkKeywords(child) }
            case "items", "propertyNames", "additionalProperties":
                if let child = value as? [String: Any] { try checkKeywords(child) }
            default: break
            }
        }
    }

    /// Returns the faults of a value, each after the path of its place.
    func faults(_ value: JSONValue) -> [String] { faults(value, root, "$") }

    private func faults(_ value: JSONValue, _ schema: [String: Any], _ path: String) -> [String] {
        var found: [String] = []
        if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
            !types.contains(where: { Self.isOf($0, value) })
        {
            return ["\(path): type"]
        }
        if let words = schema["enum"] as? [String], !words.contains(where: { .string($0) == value }) {
            found.append("\(path): enum")
        }
        if let schemas = schema["anyOf"] as? [[String: Any]], schemas.allSatisfy({ !faults(value, $0, path).isEmpty }) {
            found.append("\(path): anyOf")
        }
        switch value {
        case .string(let text): found += strings(text, schema, path)
        case .number(let number, _): found += numbers(number, schema, path)
        case .array(let values): found += arrays(values, schema, path)
        case .object(let members): found += objects(members, schema, path)
        case .null, .bool: break
        }
        return found
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("string", .string), ("number", .number), ("boolean", .bool), ("array", .array), ("object", .object): true
        case ("integer", .number(let number, _)): number.rounded() == number
        default: false
        }
    }

    private func strings(_ text: String, _ schema: [String: Any], _ path: String) -> [String] {
        guard let pattern = schema["pattern"] as? String else { return [] }
        return text.range(of: pattern, options: .regularExpression) == nil ? ["\(path): pattern"] : []
    }

    private func numbers(_ number: Double, _ schema: [String: Any], _ path: String) -> [String] {
        let low = (schema["minimum"] as? Double).map { number < $0 } ?? false
        let high = (schema["maximum"] as? Double).map { number > $0 } ?? false
        return low || high ? ["\(path): bounds"] : []
    }

    private func arrays(_ values: [JSONValue], _ schema: [String: Any], _ path: String) -> [String] {
        let isShort = (schema["minItems"] as? Int).map { values.count < $0 } ?? false
        let items = schema["items"] as? [String: Any] ?? [:]
        return (isShort ? ["\(path): minItems"] : [])
            + values.enumerated().flatMap { faults($0.element, items, "\(path)[\($0.offset)]") }
    }

    private func objects(_ members: [String: JSONValue], _ schema: [String: Any], _ path: String) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }
        let isShort = (schema["minProperties"] as? Int).map { members.count < $0 } ?? false
        return (isShort ? ["\(path): minProperties"] : []) + missing.map { "\(path): \($0) is missing" }
            + members.flatMap { name, value in
                if let property = properties[name] { return faults(value, property, "\(path).\(name)") }
                if schema["additionalProperties"] as? Bool == false { return ["\(path): \(name) is unknown"] }
                let names = (schema["propertyNames"] as? [String: Any]).map { faults(.string(name), $0, path) } ?? []
                let rest = schema["additionalProperties"] as? [String: Any] ?? [:]
                return names + faults(value, rest, "\(path).\(name)")
            }
    }
}
