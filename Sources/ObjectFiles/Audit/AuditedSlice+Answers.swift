/// What the objects of a slice answer to the questions of an audit.
extension AuditedSlice {
    /// To each question how many objects gave which answer. It is counted here and not by who prints it: there the
    /// counting would be compiled for values of any type, and take longer than the audit.
    public var answers: [AuditProperty: [String: Int]] {
        let properties = AuditProperty.allCases
        var counts = properties.map { _ in RunCounts<String>() }
        for object in objects {
            for index in properties.indices { counts[index].add(properties[index].value(of: object)) }
        }
        return Dictionary(uniqueKeysWithValues: zip(properties, counts.map { $0.all() }))
    }
}
