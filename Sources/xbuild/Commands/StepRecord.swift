import Actions

/// A step in the JSON of a command: the members of its name and those of a value in one object.
@dynamicMemberLookup
struct StepRecord<Value: Encodable>: Encodable {
    var name: TitledStep
    var value: Value

    subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }

    func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
        try value.encode(to: encoder)
    }
}
