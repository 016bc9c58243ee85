import Actions
import Basics
import Foundation

/// A step that xbuild itself runs, as plans describe it: its parameters, inputs and outputs, without the code.
///
/// Each conforming type is a namespace. Its documentation names the paths that it reads below the input root and those
/// that it writes. The module that does the work extends it with the code, in a file `TYPE+Running.swift`.
public protocol BuiltinStep: SendableMetatype {
    associatedtype Parameters: Codable & Hashable & Sendable

    /// The name in `Work.builtin`.
    static var name: BuiltinName { get }
    /// The revision. It must grow with each change of the code that gives another result for the same inputs.
    static var revision: Int { get }
    /// The paths of the step's outputs.
    static var outputs: [RelativePath] { get }
}

extension BuiltinStep {
    /// Returns the work of a plan's step.
    public static func work(_ parameters: Parameters) -> Work { work(made: { parameters }) }

    /// Returns the work with parameters that are computed on demand.
    public static func work(made parameters: @escaping @Sendable () -> Parameters) -> Work {
        .builtin(name: name.rawValue, revision: revision, parameters: Deferred { CanonicalJSON.line(of: parameters()) })
    }

    /// Returns the parameters of a plan's work; nil when the work belongs to another step.
    public static func parameters(of work: Work) throws -> Parameters? {
        guard case .builtin(name.rawValue, _, let parameters) = work else { return nil }
        return try decoded(parameters.value)
    }

    /// Returns the parameters of a call. Throws if they are another step's, which is a programming error.
    public static func parameters(of context: BuiltinContext) throws -> Parameters { try decoded(context.parameters) }

    private static func decoded(_ text: String) throws -> Parameters {
        try JSONDecoder().decode(Parameters.self, from: Data(text.utf8))
    }
}
