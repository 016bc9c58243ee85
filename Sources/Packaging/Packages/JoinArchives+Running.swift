import Actions
import Basics
import ObjectFiles
import Steps

extension JoinArchives: PackagingStep {
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
