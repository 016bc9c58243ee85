import Basics

/// How a kind of package is described.
struct DescriptionForm {
    var package: String
    /// What the file's value must be.
    var value: String
    var missing: Check
    var unreadable: Check
    var parse: @Sendable ([UInt8]) throws(PlainValue.Unreadable) -> PlainValue

    static let bundle = DescriptionForm(
        package: "bundle", value: "an object", missing: .bundleInfoMissing, unreadable: .bundleInfoUnreadable,
        parse: PlainValue.json)
    static let xcframework = DescriptionForm(
        package: "XCFramework", value: "a dictionary", missing: .plistMissing, unreadable: .plistUnreadable,
        parse: PlainValue.plist)
}

extension PackageFiles {
    /// Reads the file that describes the package; nil when it is missing or cannot be read, which is a finding.
    func description(
        _ path: RelativePath, of form: DescriptionForm, _ findings: inout CheckFindings
    ) -> [String: PlainValue]? {
        guard isFile(path) else {
            findings.add(form.missing, "the \(form.package) has no `\(path)`")
            return nil
        }
        do {
            if let map = try form.parse(try read(path)).map { return map }
            findings.add(form.unreadable, "`\(path)` is not \(form.value)", file: path)
        } catch {
            let reason = (error as? PlainValue.Unreadable).map { ": \($0.reason)" } ?? ""
            findings.add(form.unreadable, "`\(path)` cannot be read\(reason)", file: path)
        }
        return nil
    }
}
