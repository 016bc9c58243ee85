import Basics
import ObjectFiles

/// What each object must be, whatever else is in its archive.
struct ObjectRules {
    var expectation: AuditExpectation
    /// Byte strings that no object may hold: folders of the build.
    var forbidden: [String]

    /// A broken rule, before it is known where.
    struct Breach: Hashable {
        var rule: AuditReport.Rule
        var expected: String
        var found: String
    }

    func breaches(of summary: ObjectSummary, bytes: ByteView) -> [Breach] {
        guard summary.format == expectation.format, summary.kind == .object else {
            let found = "\(summary.format.rawValue) \(summary.kind.rawValue)"
            return [Breach(rule: .format, expected: "\(expectation.format.rawValue) object", found: found)]
        }
        return [architecture(summary), platform(summary), minimumVersion(summary), bitcode(summary, bytes)].compactMap {
            $0
        }
            + buildPaths(bytes)
    }

    private func architecture(_ summary: ObjectSummary) -> Breach? {
        breach(.architecture, expectation.architecture, summary.architecture)
    }

    private func platform(_ summary: ObjectSummary) -> Breach? {
        guard let expected = expectation.platform else { return nil }
        return breach(.platform, expected.description, summary.platform?.description ?? "none")
    }

    private func minimumVersion(_ summary: ObjectSummary) -> Breach? {
        guard let expected = expectation.recordedVersion else { return nil }
        return breach(.minimumVersion, expected.description, summary.minimumVersion?.description ?? "none")
    }

    /// Assembly has no bitcode: where that is asked for clang gives it a section `__LLVM,__asm` instead, which says so.
    private func bitcode(_ summary: ObjectSummary, _ bytes: ByteView) -> Breach? {
        let isMarkedAssembly = summary.bitcode == .none && isMarkedAssembly(bytes)
        switch expectation.bitcode {
        case .none where isMarkedAssembly: return breach(.bitcode, "none", "marked assembly")
        case .marker where isMarkedAssembly, .full where isMarkedAssembly: return nil
        case .none, .marker, .full: return breach(.bitcode, expectation.bitcode.rawValue, summary.bitcode.rawValue)
        }
    }

    private func isMarkedAssembly(_ bytes: ByteView) -> Bool {
        guard let sections = try? ObjectFile(bytes).sections() else { return false }
        return sections.contains { $0.segment == "__LLVM" && $0.name == "__asm" }
    }

    private func breach(_ rule: AuditReport.Rule, _ expected: String, _ found: String) -> Breach? {
        expected == found ? nil : Breach(rule: rule, expected: expected, found: found)
    }

    /// One for each forbidden string, with the text around its first place.
    private func buildPaths(_ bytes: ByteView) -> [Breach] {
        forbidden.compactMap { text in
            bytes.firstOffset(of: Array(text.utf8)).map { offset in
                Breach(rule: .buildPath, expected: "no `\(text)`", found: "`\(Self.excerpt(bytes, at: offset))`")
            }
        }
    }

    private static let longestExcerpt = 120

    /// The printable ASCII from an offset on.
    private static func excerpt(_ bytes: ByteView, at offset: Int) -> String {
        bytes.withUnsafeBytes { whole in
            String(
                decoding: whole[offset...].prefix(longestExcerpt).prefix { (0x20..<0x7F).contains($0) }, as: UTF8.self)
        }
    }
}
