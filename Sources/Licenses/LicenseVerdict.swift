import Basics

/// A library's license, derived from its license files and the notices in its sources.
public struct LicenseVerdict: Hashable, Sendable {
    public var expression: String
    /// The files that contain the license.
    public var files: [String]
    /// The evidence for the expression, in one line.
    public var reason: String

    /// The text of a file and its path in the source.
    public struct File: Hashable, Sendable {
        public var path: String
        public var text: String

        public init(path: String, text: String) {
            self.path = path
            self.text = text
        }
    }

}

extension LicenseVerdict {
    /// Determines the license of a library.
    ///
    /// Returns nil when no known license was found. Many sources contain two GNU licenses, one for the library and one
    /// for programs, and the licenses' texts do not state whether later versions apply: the notices in source files
    /// decide both. If there are several other licenses, all of them apply: they are joined with `AND`.
    ///
    /// - Parameters:
    ///   - texts: license files, the most important first.
    ///   - sources: files of the library, public headers first.
    public init?(texts: [File], sources: [File]) {
        let held = texts.map { (file: $0, licenses: LicenseText($0.text).identifiers) }.filter { !$0.licenses.isEmpty }
        let notices = Self.notices(of: sources)
        let plain = held.flatMap(\.licenses).filter { !Self.isGNU($0) }.uniqued()
        let gnu = held.flatMap(\.licenses).filter(Self.isGNU).uniqued()
        if !gnu.isEmpty,
            let stated = notices.first(where: { notice in gnu.contains { notice.expression.hasPrefix($0) } })
        {
            let files = held.filter { $0.licenses.contains { stated.expression.hasPrefix($0) } }.map(\.file.path)
            self.init(
                expression: stated.expression, files: files,
                reason: "text of \(Self.quoted(files)), notice in `\(stated.path)`")
        } else if let first = plain.first {
            let all = plain.joined(separator: " AND ")
            let files = held.filter { $0.licenses.contains { !Self.isGNU($0) } }.map(\.file.path)
            self.init(expression: plain.count > 1 ? all : first, files: files, reason: "text of \(Self.quoted(files))")
        } else if let first = gnu.first(where: { $0.hasPrefix("L") }) ?? gnu.first {
            let files = held.filter { $0.licenses.contains(first) }.map(\.file.path)
            self.init(
                expression: first + "-only", files: files,
                reason: "text of \(Self.quoted(files)); no source mentions later versions")
        } else if let stated = notices.first {
            self.init(
                expression: stated.expression, files: [texts.first?.path ?? stated.path],
                reason: "notice in `\(stated.path)`")
        } else if let file = texts.first(where: { LicenseText($0.text).isPublicDomain }) {
            self.init(
                expression: "LicenseRef-public-domain", files: [file.path],
                reason: "`\(file.path)` mentions the public domain")
        } else {
            return nil
        }
    }

    private struct Notice {
        var path: String
        var expression: String
        var count: Int
    }

    /// Returns the licenses that notices in sources state, the most frequent first. Equally frequent licenses are in
    /// the order of their first notices.
    private static func notices(of sources: [File]) -> [Notice] {
        var notices: [Notice] = []
        for file in sources {
            guard let stated = LicenseNotice(file.text)?.expression else { continue }
            if let index = notices.firstIndex(where: { $0.expression == stated }) {
                notices[index].count += 1
            } else {
                notices.append(Notice(path: file.path, expression: stated, count: 1))
            }
        }
        return notices.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map(\.element)
    }

    private static func isGNU(_ license: String) -> Bool {
        ["GPL-", "LGPL-", "AGPL-", "GFDL-"].contains(where: license.hasPrefix)
    }

    private static func quoted(_ paths: [String]) -> String { paths.map { "`\($0)`" }.joined(separator: ", ") }
}
