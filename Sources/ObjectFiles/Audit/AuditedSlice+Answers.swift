/// What the objects of a slice answer to the questions of an audit.
extension AuditedSlice {
    /// How many objects gave each answer. It is counted here and not by who prints it: there the counting would be compiled
    /// for values of any type, and take longer than the audit.
    public func answers(to property: AuditProperty) -> [String: Int] {
        var counts = RunCounts<String>()
        for object in objects { counts.add(property.value(of: object)) }
        return counts.all()
    }
}
