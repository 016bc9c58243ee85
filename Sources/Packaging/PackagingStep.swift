import Actions
import Basics
import Foundation
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
            let parameters = try JSONDecoder().decode(Parameters.self, from: Data(context.parameters.utf8))
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

/// All built-in actions of this module.
public enum PackagingSteps {
    /// The actions by their names in plans.
    public static let all: [String: Builtin] = [
        Audit.name: Audit.builtin, ComposePackages.name: ComposePackages.builtin, Dist.name: Dist.builtin,
        JoinArchives.name: JoinArchives.builtin, MakeArtifactBundle.name: MakeArtifactBundle.builtin,
        MakePrefixes.name: MakePrefixes.builtin, MakeRecords.name: MakeRecords.builtin,
        MakeSwiftPackage.name: MakeSwiftPackage.builtin, MakeXCFramework.name: MakeXCFramework.builtin,
        MakeZip.name: MakeZip.builtin, MergeArchives.name: MergeArchives.builtin,
        MergeHeaders.name: MergeHeaders.builtin, NamespaceSymbols.name: NamespaceSymbols.builtin,
        RelocatePrefix.name: RelocatePrefix.builtin,
        WriteModuleMap.name: WriteModuleMap.builtin,
    ]
}
