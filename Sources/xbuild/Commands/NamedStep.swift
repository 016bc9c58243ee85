import Actions

/// A step in the JSON output of a command: one object with the members of the step's name and those of a value.
@dynamicMemberLookup
struct NamedStep<Value: Encodable>: Encodable {
    var name: TitledStep
    var value: Value

    subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }

    func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
        try value.encode(to: encoder)
    }
}
