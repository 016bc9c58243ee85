import Basics

/// Audits every object of every archive, and fails when one violates the expectations.
///
/// Reads, for every target of the parameters:
/// - `slices/TARGET/lib`: the archives to audit (`*.a`, `*.lib`, in any folder below)
/// - `providers/TARGET`: the sysroot's libraries (`.tbd`, shared libraries, archives), in any folders; without it
///   symbols stay unchecked, and the report says so
/// - `dependencies/TARGET`: prefixes of declared dependencies; their libraries provide symbols too
///
/// and `lib`, if it exists: the merged archives, whose slices must equal the installed archives of their targets byte
/// for byte. Emits a note for each library that is linked on request only (`-lm`) and that the recipe does not name.
/// Writes `audit.json`, an `AuditReport`, even if there are faults; any fault fails the step with `audit`.
public enum Audit: BuiltinStep {
    public static let name = BuiltinName.audit
    public static let revision = 5
    public static let outputs: [RelativePath] = ["audit.json"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var targets: [AuditExpectation]
        /// File names of archives (`libssl.a`) that every target must have in `lib`.
        public var libraries: [RelativePath]
        /// Byte strings that no object may contain: the folders of the build, the user's home.
        public var forbidden: [String]
        /// Symbols, as C spells them, that the application must define.
        public var allowedUndefined: [String]
        /// The recipe author's term for the step that installed the archives, such as `the install step`. Messages name
        /// the step when the archives contain objects for another machine.
        public var installer: String?
        /// Further libraries that users must link, without `lib` and suffix; nil when there are none.
        public var links: [String]?

        public init(
            targets: [AuditExpectation], libraries: [RelativePath] = [], forbidden: [String],
            allowedUndefined: [String] = [], installer: String? = nil, links: [String] = []
        ) {
            self.targets = targets
            self.libraries = libraries
            self.forbidden = forbidden
            self.allowedUndefined = allowedUndefined
            self.installer = installer
            self.links = links.isEmpty ? nil : links
        }
    }
}
