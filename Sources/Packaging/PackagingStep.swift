import Actions
import Basics
import Steps

/// A built-in step of this module, which reads only its input trees and writes only its output trees.
public protocol PackagingStep: BuiltinStep {
    /// Runs the step. For faults in the inputs, throws `PackagingError` or an error that `PackagingError` wraps. Also
    /// throws the errors of the context's functions.
    static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome
}

extension PackagingStep {
    /// Returns the outcome of a step whose only output contains only the folder `name`, with these files.
    static func outcome(_ name: String, _ files: [RelativePath: Node]) -> BuiltinOutcome {
        BuiltinOutcome(outputs: [outputs[0]: .directory(Directory([name: .directory(Directory(files: files))]))])
    }

    /// The function that the engine calls. Faults in the inputs are logged and fail the step; parameters of another
    /// type are a programming error and throw.
    public static var builtin: Builtin {
        { context in
            let parameters = try parameters(of: context)
            do {
                return try await run(parameters, context)
            } catch {
                guard let fault = PackagingError(error) else { throw error }
                context.say("error: \(fault)")
                if let hint = fault.hint { context.say("hint: \(hint)") }
                return BuiltinOutcome(outputs: [:], failure: fault.failure)
            }
        }
    }
}
