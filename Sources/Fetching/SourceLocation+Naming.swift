import Basics
import Foundation
import Network
import Steps

extension SourceLocation {
    /// The file's name, if the location has one: mirror folders are searched for the digest and for this name.
    public var fileName: String? {
        switch self {
        case .url(let address, _): Self.lastComponent(of: address)
        case .debian(_, _, let file, _, _): Self.lastComponent(of: file)
        case .pypi(_, _, _, let file, _): file.flatMap(Self.lastComponent)
        case .path(let path, _): Self.lastComponent(of: path)
        }
    }

    private static func lastComponent(of address: String) -> String? {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let name = last.removingPercentEncoding ?? String(last)
        // A name such as `..`, or a name with an encoded slash, is not the name of a file in a folder.
        return name.contains("/") ? nil : RelativePath(name)?.string
    }

    /// The location in messages: `https://…/a.tar.gz`, `debian libsecp256k1`, `pypi ziglang 0.15.2`.
    var words: String {
        switch self {
        case .url(let address, _): Address.withoutCredentials(address)
        case .debian(let package, let version, _, _, _):
            (["debian", package] + [version].compactMap { $0 }).joined(separator: " ")
        case .pypi(let package, let version, _, _, _): "pypi \(package) \(version)"
        case .path(let path, _): path
        }
    }
}
