import Actions
import Basics
import Foundation

/// A built-in action of this module: trees in, trees out, nothing else read or written.
///
/// Each conforming type is a namespace. Its documentation names the paths that it reads below the input root and those
/// that it leaves.
public protocol PackagingStep: SendableMetatype {
    associatedtype Parameters: Codable & Hashable & Sendable

    /// Its name in `Work.builtin`.
    static var name: String { get }
    /// Grows whenever the same inputs would give another result.
    static var revision: Int { get }
    /// The paths that it leaves.
    static var outputs: [RelativePath] { get }

    /// Does it. Throws `PackagingError` for what is wrong with the inputs, and whatever the context's functions throw.
    static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome
}

extension PackagingStep {
    /// The work of a plan's step.
    public static func work(_ parameters: Parameters) -> Work { work(made: { parameters }) }

    /// The same with parameters that are gathered when somebody asks for them.
    public static func work(made parameters: @escaping @Sendable () -> Parameters) -> Work {
        .builtin(name: name, revision: revision, parameters: Late { CanonicalJSON.line(of: parameters()) })
    }

    /// What the engine calls. What is wrong with the inputs is said in the log and fails the step; parameters that are
    /// not this step's are a mistake in the program and throw.
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

/// All of this module's built-in actions.
public enum PackagingSteps {
    /// By the name that a plan uses.
    public static let all: [String: Builtin] = [
        Audit.name: Audit.builtin, ComposePackages.name: ComposePackages.builtin, Dist.name: Dist.builtin,
        JoinArchives.name: JoinArchives.builtin, MakeArtifactBundle.name: MakeArtifactBundle.builtin,
        MakePrefixes.name: MakePrefixes.builtin, MakeRecords.name: MakeRecords.builtin,
        MakeSwiftPackage.name: MakeSwiftPackage.builtin, MakeXCFramework.name: MakeXCFramework.builtin,
        MakeZip.name: MakeZip.builtin, MergeArchives.name: MergeArchives.builtin,
        MergeHeaders.name: MergeHeaders.builtin, PrefixSymbols.name: PrefixSymbols.builtin,
        RelocatePrefix.name: RelocatePrefix.builtin,
        WriteModuleMap.name: WriteModuleMap.builtin,
    ]
}
