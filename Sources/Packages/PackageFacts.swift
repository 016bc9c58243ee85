import Basics
import Targets

/// The facts about a library that every package format contains.
public struct PackageFacts: Codable, Hashable, Sendable {
    public var name: String
    public var version: Version
    public var summary: String
    /// The SPDX expression.
    public var license: String
    public var homepage: String?
    /// The name in `import NAME`. It must be unique in a program, so archives and products are named after it.
    public var module: ModuleName
    /// System libraries that a user must link for the library and its dependencies, in link order.
    public var links: [String]
    /// Apple frameworks that a user must link.
    public var frameworks: [String]
    /// The libraries that this library needs, in link order; nil when there are none.
    public var dependencies: [Dependency]?
    /// The prefix of the library's symbols and of the module's name;
    /// nil when the symbols have the library's own names.
    public var symbolNamespace: String?

    /// A library that this library needs. Its packages are separate from those of this library.
    public struct Dependency: Codable, Hashable, Sendable {
        public var name: String
        public var version: Version
        public var module: ModuleName
        /// The SPDX expression.
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

    /// SwiftPM's identity of the package: a program can contain each identity once.
    public var identity: String { (symbolNamespace ?? "") + name }

    /// The folder of all packages of the library: `NAME-VERSION`.
    public var folder: String { "\(name)-\(version)" }

    /// The only archive of the library: `libOpenSSL.a`. It has the module's name, because SwiftPM copies the archives
    /// of all packages into one folder.
    public var archive: RelativePath { .checked("lib\(module).a") }
}

extension RelativePath {
    /// The name of an archive for the linker: `ssl` for `libssl.a`.
    public var linkName: String {
        name.hasPrefix("lib") && name.hasSuffix(".a") ? String(name.dropFirst(3).dropLast(2)) : name
    }
}
