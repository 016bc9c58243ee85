import Actions
import Basics

/// A step that xbuild itself runs, as plans name it: its parameters, inputs and outputs, without the code that runs it.
///
/// Each conforming type is a namespace. Its documentation names the paths that it reads below the input root and those
/// that it writes. The module that does the work extends it with the code, in a file `TYPE+Running.swift`.
public protocol BuiltinStep: SendableMetatype {
    associatedtype Parameters: Codable & Hashable & Sendable

    /// The name in `Work.builtin`.
    static var name: String { get }
    /// The revision, which grows when the same inputs give another result.
    static var revision: Int { get }
    /// The paths of its outputs.
    static var outputs: [RelativePath] { get }
}

extension BuiltinStep {
    /// Returns the work of a plan's step.
    public static func work(_ parameters: Parameters) -> Work { work(made: { parameters }) }

    /// Returns the work with parameters that are computed on demand.
    public static func work(made parameters: @escaping @Sendable () -> Parameters) -> Work {
        .builtin(name: name, revision: revision, parameters: Deferred { CanonicalJSON.line(of: parameters()) })
    }
}
