import Actions
import Steps

/// A built-in step of this module: it reads and writes nothing but trees.
public protocol PackagingStep: BuiltinStep {
    /// Runs the step. Throws `PackagingError` for faults in the inputs, and the errors of the context's functions.
    static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome
}

extension PackagingStep {
    /// The function that the engine calls. Faults in the inputs are logged and fail the step; parameters of another
    /// type are a programming error and throw.
    public static var builtin: Builtin {
        { context in
            let parameters = try parameters(of: context)
            do {
                return try await run(parameters, context)
            } catch let error as PackagingError {
                context.say("error: \(error)")
                if let hint = error.hint { context.say("hint: \(hint)") }
                return BuiltinOutcome(outputs: [:], failure: error.failure)
            }
        }
    }
}
