import Basics
import Targets

/// The triples of a bundle's variants. Each triple must occur once, in the spelling that SwiftPM and swift-build
/// compare.
///
/// SwiftPM compares architecture, vendor, OS and environment; triples that it treats as equal (arm64 and aarch64, any
/// version of an Apple platform, any API level of Android, wasi and wasip1) are one `Target` here.
struct BundleTriples {
    /// The variant of each target.
    private var variants: [Target: String] = [:]

    /// Checks one triple and returns its target.
    mutating func check(
        _ triple: String, of variant: String, at key: String, _ findings: inout CheckFindings
    ) -> Target? {
        guard let target = Target(triple: triple) else {
            let near = findings.nearest(to: triple, among: Target.all.map(\.triple))
            findings.add(
                .tripleUnknown, "unknown triple `\(triple)`", key: key, hint: near.map { "did you mean `\($0)`?" })
            return nil
        }
        if triple != target.triple {
            findings.add(
                Self.fault(triple, target), "triple `\(triple)` is not spelled as SwiftPM expects", key: key,
                hint: "write `\(target.triple)`")
        }
        if let other = variants[target] {
            let isSame = other == variant
            findings.add(
                isSame ? .tripleTwice : .tripleAmbiguous,
                isSame ? "the variant lists `\(target.triple)` twice" : "`\(target.triple)` also matches `\(other)`",
                key: key)
        }
        variants[target] = variant
        return target
    }

    /// Returns the kind of misspelling: fewer parts, a version, or another word.
    private static func fault(_ triple: String, _ target: Target) -> Check {
        let parts = triple.split(separator: "-").count
        let canonical = target.triple.split(separator: "-").count
        if parts < canonical { return .tripleParts }
        let digits = { (text: String) in
            text.split(separator: "-").dropFirst().joined().filter { $0.isNumber || $0 == "." }
        }
        return digits(triple) == digits(target.triple) ? .tripleSpelling : .tripleVersion
    }
}
