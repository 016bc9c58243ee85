/// The values of an audit's properties for the objects of a slice.
extension AuditedSlice {
    /// The number of objects with each value, for each property. The counting is in this module: in the module that
    /// prints it, the generic code would not be specialized, and would take longer than the audit.
    public var valueCounts: [AuditProperty: [String: Int]] {
        let properties = AuditProperty.allCases
        var counts = properties.map { _ in ValueCounts<String>() }
        for object in objects {
            for index in properties.indices { counts[index].add(properties[index].value(of: object)) }
        }
        return Dictionary(uniqueKeysWithValues: zip(properties, counts.map { $0.all() }))
    }
}
