import Basics

/// The file that describes packages of one kind: its path, its form, and the checks that report its faults.
struct DescriptionForm {
    var path: RelativePath
    /// The kind of package, and its article.
    var package: String
    var article: String
    /// The kind of the file's outermost value.
    var value: String
    var missing: Check
    var unreadable: Check
    var unknownKey: Check
    var parse: @Sendable ([UInt8]) throws(PlainValue.Unreadable) -> PlainValue

    static let bundle = DescriptionForm(
        path: "info.json", package: "bundle", article: "a", value: "an object", missing: .bundleInfoMissing,
        unreadable: .bundleInfoUnreadable, unknownKey: .bundleKey, parse: PlainValue.json)
    static let xcframework = DescriptionForm(
        path: "Info.plist", package: "XCFramework", article: "an", value: "a dictionary", missing: .plistMissing,
        unreadable: .plistUnreadable, unknownKey: .plistKeyUnknown, parse: PlainValue.plist)
}

extension PackageFiles {
    /// Reads the file that describes the package; nil when it is missing or cannot be read, which is a finding.
    func description(_ form: DescriptionForm, _ findings: inout CheckFindings) -> [String: PlainValue]? {
        findings.form = form
        let path = form.path
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
