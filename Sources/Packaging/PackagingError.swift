import Actions
import Basics
import ModuleMaps
import ObjectFiles
import Targets

/// What is wrong with the trees that a step was given. Ends the step, not xbuild.
public enum PackagingError: Error, Hashable, Sendable {
    /// The step needs something here, and it is not, or not of that kind.
    case missing(RelativePath)
    /// A symbolic link that leads nowhere, in a circle, or out of its tree.
    case badLink(RelativePath, target: String)
    /// A file is not the text or JSON that it should be.
    case unreadable(RelativePath, String)
    /// A named library that a target did not install.
    case noLibrary(String, Target)
    /// A fat archive that lacks a target's architecture.
    case noSlice(RelativePath, Target)
    /// Two files want the same place.
    case twice(RelativePath, RelativePath)
    /// Archives that cannot be made one, as libtool says it.
    case notJoined(String)
    /// A zip that cannot be written, as libarchive says it.
    case notZipped(String)
    /// Public headers that nobody gets who imports the module.
    case unreached(ModuleName, [ModuleMap.Decision])
    /// A blob of the store that is not what its name says, or went away.
    case changed(Digest)
    case object(ObjectFileError)
    case headers(HeaderMergeError)
    case moduleMap(ModuleMapError)
}

extension PackagingError {
    /// How a step fails of it. What a target did not install, or what is for another machine, is the same fault whoever
    /// finds it first: the output fails its audit.
    var failure: BuiltinOutcome.Failure {
        switch self {
        case .noLibrary: .audit
        case .object: isOfAnotherMachine ? .audit : .build
        case .missing, .badLink, .unreadable, .noSlice, .twice, .notJoined, .notZipped, .changed, .headers, .moduleMap,
            .unreached:
            .build
        }
    }
}

extension PackagingError {
    /// Whether an archive holds objects that are not for its target.
    var isOfAnotherMachine: Bool {
        guard case .object(let error) = self else { return false }
        return switch error.fault {
        case .unexpectedFormat, .mixedArchitectures: true
        case .pastEnd, .tooLarge, .unterminatedText, .badField, .unknownFormat, .badText, .noObjects, .memberChanged,
            .sameArchitecture, .tooLargeForFat32, .system:
            false
        }
    }
}

extension PackagingError {
    /// What to do about it; nil when there is nothing to say.
    var hint: String? {
        guard case .unreached = self else { return nil }
        return "list them among the recipe's `headers`, or say there that they are `textual` or `excluded`"
    }
}

extension PackagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path): "nothing stands at `\(path)`"
        case .badLink(let path, let target): "link `\(path)` leads to `\(target)`, which is no file of its tree"
        case .unreadable(let path, let reason): "cannot read `\(path)`: \(reason)"
        case .noLibrary(let library, let target): "`\(target)` did not install `\(library)`"
        case .noSlice(let path, let target): "fat archive `\(path)` has no slice for `\(target)`"
        case .twice(let first, let second): "`\(first)` and `\(second)` want the same place"
        case .notJoined(let reason): reason
        case .notZipped(let reason): "cannot write a zip: \(reason)"
        case .unreached(let module, let decisions):
            "`import \(module)` does not reach "
                + decisions.map { decision in
                    "`\(decision.header)`" + (decision.reason.map { " (\($0))" } ?? "")
                }.joined(separator: ", ")
        case .changed(let digest): "the stored file `\(digest)` is not what it was"
        case .object(let error): "\(error)"
        case .headers(let error): "\(error)"
        case .moduleMap(let error): "\(error)"
        }
    }
}
