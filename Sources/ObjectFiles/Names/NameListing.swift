/// The work of `nm`: the lists of all objects in a file, with the headings of llvm-nm.
public struct NameListing: Sendable {
    public var options: NameListOptions
    /// Whether several files are listed: files that are a single object then have headings too.
    public var hasSeveralFiles: Bool

    public init(_ options: NameListOptions, hasSeveralFiles: Bool) {
        self.options = options
        self.hasSeveralFiles = hasSeveralFiles
    }

    /// Lists a file. Members that are not objects are reported in `errors` and skipped.
    ///
    /// - Throws: an error when the file itself contains no objects.
    public func outcome(_ bytes: ByteView, thin: ThinContents?) throws(ObjectFileError) -> ToolOutcome {
        let inventory = try ObjectInventory(bytes, thin: thin)
        var outcome = ToolOutcome()
        for slice in inventory.slices {
            for unit in slice.units {
                do throws(ObjectFileError) {
                    try list(unit, slice, isFat: inventory.kind == .fat, file: bytes.name, &outcome)
                } catch {
                    outcome.errors += "error: \(error)\n"
                    outcome.status = 1
                }
            }
        }
        return outcome
    }

    private func list(
        _ unit: ObjectInventory.Unit, _ slice: ObjectInventory.Slice, isFat: Bool, file: String,
        _ outcome: inout ToolOutcome
    ) throws(ObjectFileError) {
        let names = try NameList(try ObjectFile(unit.bytes), options)
        let architecture = isFat ? slice.architecture.map { "(for architecture \($0.name))" } : nil
        if !options.namesFiles {
            outcome.output += heading(unit, architecture, file)
        }
        let label = unit.member.map { "\(file):\($0): " } ?? "\(file): "
        if names.rows.isEmpty { outcome.errors += label + "no symbols\n" }
        outcome.output += names.text(
            label: options.namesFiles ? (architecture.map { $0 + ":" } ?? "") + label : "")
    }

    private func heading(_ unit: ObjectInventory.Unit, _ architecture: String?, _ file: String) -> String {
        guard let architecture else {
            guard let member = unit.member else { return hasSeveralFiles ? "\n\(file):\n" : "" }
            return "\n\(member):\n"
        }
        return "\n" + (unit.member.map { "\(file)(\($0))" } ?? file) + " \(architecture):\n"
    }
}
