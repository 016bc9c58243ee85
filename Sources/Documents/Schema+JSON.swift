// Encodes schemas as JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12/schema).

import Basics

extension Schema {
    /// Returns the whole schema file, with a line end at its end; equal schemas give equal bytes.
    public func json(id: String, title: String) -> String {
        let head: [(String, JSONValue)] = [
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")), ("$id", .string(id)),
            ("title", .string(title)),
        ]
        return JSONValue.object(head + members).document + "\n"
    }

    private var members: [(String, JSONValue)] {
        switch self {
        case .text(let pattern): Self.text(pattern)
        case .bool: [("type", .string("boolean"))]
        case .integer(let range):
            [
                ("type", .string("integer")), ("minimum", .number(range.lowerBound)),
                ("maximum", .number(range.upperBound)),
            ]
        case .words(let words): [("enum", .array(words.map(JSONValue.string)))]
        case .list(let element, let isNonEmpty):
            [("type", .string("array")), ("items", .object(element.members))]
                + (isNonEmpty ? [("minItems", .number(1))] : [])
        case .either(let schemas): [("anyOf", .array(schemas.map { .object($0.members) }))]
        case .table(let keys, let values, let isNonEmpty):
            [
                ("type", .string("object")), ("propertyNames", .object(keys.nameMembers)),
                ("additionalProperties", .object(values.members)),
            ] + (isNonEmpty ? [("minProperties", .number(1))] : [])
        case .object(let properties): Self.object(properties)
        }
    }

    private static func text(_ pattern: String?) -> [(String, JSONValue)] {
        // A pattern constrains strings only: in JSON Schema, numbers and truth values pass it.
        [("type", .array([.string("string"), .string("number"), .string("boolean")]))]
            + (pattern.map { [("pattern", .string($0))] } ?? [])
    }

    /// The schema of a key, without a type: keys are always strings.
    private var nameMembers: [(String, JSONValue)] { members.filter { $0.0 != "type" } }

    private static func object(_ properties: [Property]) -> [(String, JSONValue)] {
        let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
        let members = properties.map { property in
            (property.name, JSONValue.object([("description", .string(property.doc))] + property.schema.members))
        }
        return [("type", .string("object")), ("properties", .object(members))]
            + (required.isEmpty ? [] : [("required", .array(required))])
            + [("additionalProperties", .bool(false))]
    }
}
