// The messages for failed fetches: one line each, lower case, no full stop.

import Foundation

extension FetchError: CustomStringConvertible {
    /// The error in one line; after an exhausted search, each location with its reason.
    public var description: String {
        switch self {
        case .nowhere: "the source has no location"
        case .exhausted(let attempts):
            "no location had the file: \(Self.list(attempts))"
        case .wrongDigest(let expected, let found): "expected sha256 \(expected), found \(found)"
        case .noSuchFile(let path): "no file at `\(path)`"
        case .offline: "needs the network, which is switched off"
        case .transfer(let trouble): "\(trouble)"
        case .missingTool(let tool, let package): "needs `\(tool)`, which the package `\(package)` provides"
        case .toolFailed(let tool, let status, let message):
            "`\(tool)` ended with status \(status)" + (message.isEmpty ? "" : ": \(message)")
        case .noDebianMirror: "the machine's apt configuration names no Debian mirror"
        case .notOffered(let what): "does not hold \(what)"
        case .noSuite(let failures):
            failures.isEmpty ? "no suite is named" : Self.list(failures)
        case .malformedName(let name): "`\(name)` is not the name of a package, version or suite"
        case .file(let error): "\(error)"
        case .unquotable(let path): "cannot configure apt for `\(path)`: the path contains a quote"
        case .cancelled: "cancelled"
        }
    }

    private static func list(_ failures: [Failure]) -> String {
        failures.map { "`\($0.place)`: \($0.reason)" }.joined(separator: "; ")
    }
}
