import Basics

/// The addresses under which the built packages will be served, for SwiftPM packages that refer to files by address.
///
/// `{name}` and `{version}` stand for the name and the version of each package.
public struct PackageAddresses: Codable, Hashable, Sendable {
    /// The address of the folder of the zips, without a slash at its end.
    public var artifacts: String
    /// The address of the git repositories for SwiftPM packages, each with a tag for its version. Nil if there are
    /// no repositories: each package then contains the needed parts of its dependencies.
    public var packages: String?

    public init(artifacts: String, packages: String? = nil) {
        self.artifacts = artifacts
        self.packages = packages
    }

    /// Returns the address of a file in a package's folder.
    public func artifact(_ file: String, name: String, version: Version) -> String {
        "\(Self.filled(artifacts, name, version))/\(file)"
    }

    /// Returns the address of a package's repository; nil when packages have no repositories.
    public func package(name: String, version: Version) -> String? { packages.map { Self.filled($0, name, version) } }

    /// Returns SwiftPM's identity of a package: the last part of its repository's address, without `.git`.
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
    /// The version as the three numbers that SwiftPM requires: `2.14` becomes `2.14.0`. Nil for a version with more
    /// numbers or other parts, such as `1.1.1w`.
    public var semantic: String? {
        let parts = string.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        guard parts.count <= 3, numbers.count == parts.count else { return nil }
        return (numbers + Array(repeating: 0, count: 3 - numbers.count)).map(String.init).joined(separator: ".")
    }
}
