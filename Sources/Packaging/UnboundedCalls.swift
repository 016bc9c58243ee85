import Basics
import ObjectFiles
import Targets

/// The functions of C that write without a limit, and those with a limit, that an archive calls for one target.
///
/// A library that calls `vsprintf` for one target only was probably configured wrongly for it: the check for
/// `vsnprintf` failed for another reason.
struct UnboundedCalls: Hashable, Sendable {
    var archive: String
    var target: Target
    /// The functions, without the prefix of the object format.
    var functions: Set<String>

    private static let bounded = ["gets": "fgets", "sprintf": "snprintf", "vsprintf": "vsnprintf"]

    init(_ archive: AuditedArchive, globalPrefix: String) {
        self.archive = archive.path.name
        target = archive.target
        let known = Set(Self.bounded.flatMap { [$0.key, $0.value] })
        let names = archive.members.flatMap(\.summary.undefinedSymbols).map { $0.name.dropFirst(globalPrefix.count) }
        functions = Set(names.map { Self.plain($0) }).intersection(known)
    }

    /// Returns the function that a version of it (`sprintf@GLIBC_2.2.5`) or a checked variant of `_FORTIFY_SOURCE` stands
    /// for.
    private static func plain(_ name: Substring) -> String {
        let name = name.prefix { $0 != "@" }
        return name.hasPrefix("__") && name.hasSuffix("_chk") ? String(name.dropFirst(2).dropLast(4)) : String(name)
    }

    /// Returns a warning for each function that an archive calls for one target and replaces for another.
    static func warnings(_ calls: [UnboundedCalls]) -> [String] {
        Dictionary(grouping: calls, by: \.archive).sorted { $0.key < $1.key }.flatMap { archive, calls in
            bounded.sorted { $0.key < $1.key }.flatMap { function, bounded -> [String] in
                let others = calls.filter { !$0.functions.contains(function) && $0.functions.contains(bounded) }
                guard let other = others.first else { return [] }
                return calls.filter { $0.functions.contains(function) }.map {
                    "`\(archive)` for `\($0.target)` calls `\(function)`; for `\(other.target)` it calls only "
                        + "`\(bounded)`: compare the results of configure"
                }
            }
        }
    }
}
