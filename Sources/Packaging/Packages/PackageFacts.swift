import Basics
import Targets

/// What every package format says of the library that it holds.
public struct PackageFacts: Codable, Hashable, Sendable {
    public var name: String
    public var version: Version
    public var summary: String
    /// SPDX.
    public var license: String
    public var homepage: String?
    /// What stands behind `import`; archives and products are called after it, since it must be unique in a program.
    public var module: ModuleName
    /// System libraries that a user links besides, for it and for all that it was built with, in link order.
    public var links: [String]
    /// Apple frameworks of the same kind.
    public var frameworks: [String]
    /// The packages that it was built with, in link order; nil when there are none.
    public var dependencies: [Dependency]?
    /// What was put before the library's symbols, and before the module's name;
    /// nil when they are as the library named them.
    public var symbolPrefix: String?

    /// A package that stands beside this one.
    public struct Dependency: Codable, Hashable, Sendable {
        public var name: String
        public var version: Version
        public var module: ModuleName
        /// SPDX.
        public var license: String?

        public init(name: String, version: Version, module: ModuleName, license: String? = nil) {
            self.name = name
            self.version = version
            self.module = module
            self.license = license
        }
    }

    public init(
        name: String, version: Version, summary: String, license: String, homepage: String? = nil, module: ModuleName,
        links: [String] = [], frameworks: [String] = [], dependencies: [Dependency] = []
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.license = license
        self.homepage = homepage
        self.module = module
        self.links = links
        self.frameworks = frameworks
        self.dependencies = dependencies.isEmpty ? nil : dependencies
    }

    /// What SwiftPM knows its package by: a program can have one of each name.
    public var identity: String { (symbolPrefix ?? "") + name }

    /// The license of what it was built with.
    func license(of dependency: DependencyRecord) -> String? {
        dependencies?.first { $0.name == dependency.name }?.license
    }

    /// `NAME-VERSION`: the folder of all its packages.
    public var folder: String { "\(name)-\(version)" }

    /// The one archive of the library: `libOpenSSL.a`. It bears the module's name, because SwiftPM copies the archives
    /// of all packages into one folder.
    public var archive: RelativePath { .checked("lib\(module).a") }
}

extension RelativePath {
    /// A path of words that are path components by their grammar: module names, targets, package names with versions.
    public static func checked(_ string: String) -> RelativePath {
        guard let path = RelativePath(string) else { preconditionFailure("not a relative path: \(string)") }
        return path
    }
}
