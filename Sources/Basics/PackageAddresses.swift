/// Where what is made will be fetched, for SwiftPM packages that name it instead of holding it.
///
/// `{name}` and `{version}` stand for those of each package.
public struct PackageAddresses: Codable, Hashable, Sendable {
    /// The folder of the zips, without a slash at its end.
    public var artifacts: String
    /// The git repositories that SwiftPM packages will stand in, each with a tag for its version; nil when a package
    /// holds what it needs of its dependencies.
    public var packages: String?

    public init(artifacts: String, packages: String? = nil) {
        self.artifacts = artifacts
        self.packages = packages
    }

    /// The address of a file of a package's folder.
    public func artifact(_ file: String, name: String, version: Version) -> String {
        "\(Self.filled(artifacts, name, version))/\(file)"
    }

    /// The repository of a package; nil where there are none.
    public func package(name: String, version: Version) -> String? { packages.map { Self.filled($0, name, version) } }

    /// What SwiftPM knows the package in that repository by: the last part of its address, without `.git`.
    public func identity(name: String, version: Version) -> String? {
        package(name: name, version: version).map { address in
            let last = address.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? address
            return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
        }
    }

    private static func filled(_ text: String, _ name: String, _ version: Version) -> String {
        text.replacing("{name}", with: name).replacing("{version}", with: version.string)
    }
}

extension Version {
    /// The version as SwiftPM has them, three numbers: `2.14` is `2.14.0` there. Nil for others, such as `1.1.1w`.
    public var semantic: String? {
        let parts = string.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        guard parts.count <= 3, numbers.count == parts.count else { return nil }
        return (numbers + Array(repeating: 0, count: 3 - numbers.count)).map(String.init).joined(separator: ".")
    }
}
