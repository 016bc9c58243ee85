import Actions
import Basics
import ObjectFiles

/// Joins archives into one, with members in the order of the archives, for products that consist of several libraries.
///
/// SwiftPM links the archives of binary targets in any order, and gold searches each archive once: libssl before
/// libcrypto works, the reverse does not. In one archive the order does not matter. Fat archives give a fat one.
///
/// Reads `archives/INDEX/FILE` for each input. Writes `joined.a`.
public enum JoinArchives: PackagingStep {
    public static let name = "join-archives"
    public static let revision = 1
    public static let outputs: [RelativePath] = ["joined.a"]

    public struct Parameters: Codable, Hashable, Sendable {
        /// Paths of the inputs, in link order.
        public var archives: [RelativePath]

        public init(archives: [RelativePath]) { self.archives = archives }
    }

    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var paths: [String] = []
        for path in parameters.archives {
            guard case .file(let digest, _) = context.inputs[path] else { throw PackagingError.missing(path) }
            paths.append(try await context.files.path(digest))
        }
        let inputs = paths
        let digest = try await context.files.put { output in
            let words = ["-static", "-no_warning_for_no_symbols", "-o", output] + inputs
            let outcome = LibtoolCommand.run(words)
            guard outcome.status == 0 else {
                let reason = zip(inputs, parameters.archives).reduce(outcome.errors) {
                    $0.replacing($1.0, with: $1.1.string)
                }
                throw PackagingError.notJoined(reason.split(separator: "\n").first.map(String.init) ?? reason)
            }
        }
        context.say("\(parameters.archives.count) archives, \(digest.size) bytes")
        return BuiltinOutcome(outputs: ["joined.a": .file(digest, isExecutable: false)])
    }
}
