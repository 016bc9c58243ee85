import Actions
import Basics
import ModuleMaps
import ObjectFiles
import Targets
import Toolchains

/// A fault in the input trees of a step. It ends the step, not xbuild.
public enum PackagingError: Error, Hashable, Sendable {
    /// An input does not exist, or is a file instead of a folder or a folder instead of a file.
    case missing(RelativePath)
    /// A symbolic link that is broken, part of a cycle, or leads out of its tree.
    case badLink(RelativePath, target: String)
    /// A file is not the expected text or JSON.
    case unreadable(RelativePath, String)
    /// A named library that a target did not install.
    case noLibrary(String, Target)
    /// A fat archive that lacks a target's architecture.
    case noSlice(RelativePath, Target)
    /// Two files have the same destination.
    case twice(RelativePath, RelativePath)
    /// Archives that cannot be joined, with libtool's message.
    case notJoined(String)
    /// A zip that cannot be written, with libarchive's message.
    case notZipped(String)
    /// Public headers that `import` of the module does not reach.
    case unreached(ModuleName, [ModuleMap.Decision])
    /// A blob of the store that does not match its digest, or disappeared.
    case changed(Digest)
    case object(ObjectFileError)
    case headers(HeaderMergeError)
    case moduleMap(ModuleMapError)
    case sysroot(StubSysrootError)
}

extension PackagingError {
    /// Wraps an error of another module; nil for errors that are not about the inputs.
    init?(_ error: any Error) {
        switch error {
        case let error as PackagingError: self = error
        case let error as ObjectFileError: self = .object(error)
        case let error as HeaderMergeError: self = .headers(error)
        case let error as ModuleMapError: self = .moduleMap(error)
        case let error as StubSysrootError: self = .sysroot(error)
        default: return nil
        }
    }

    /// The kind of failure. If a library is missing, or objects are for another machine, the kind is `audit` for every
    /// step.
    var failure: BuiltinOutcome.Failure {
        switch self {
        case .noLibrary: .audit
        case .object: isAboutForeignObject ? .audit : .build
        case .missing, .badLink, .unreadable, .noSlice, .twice, .notJoined, .notZipped, .changed, .headers, .moduleMap,
            .sysroot, .unreached:
            .build
        }
    }

    /// Whether the error is that an archive contains objects that are not for its target.
    var isAboutForeignObject: Bool {
        guard case .object(let error) = self else { return false }
        return switch error.fault {
        case .unexpectedFormat, .mixedArchitectures: true
        case .pastEnd, .tooLarge, .unterminatedText, .badField, .unknownFormat, .badText, .noObjects, .memberChanged,
            .sameArchitecture, .tooLargeForFat32, .system:
            false
        }
    }

    /// A suggestion; nil when there is none.
    var hint: String? {
        guard case .unreached = self else { return nil }
        return "list them under `headers`, `textual` or `excluded` of the recipe"
    }
}

extension PackagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path): "`\(path)` does not exist"
        case .badLink(let path, let target): "link `\(path)` leads to `\(target)`, which is not a file of its tree"
        case .unreadable(let path, let reason): "cannot read `\(path)`: \(reason)"
        case .noLibrary(let library, let target): "`\(target)` did not install `\(library)`"
        case .noSlice(let path, let target): "fat archive `\(path)` has no slice for `\(target)`"
        case .twice(let first, let second): "`\(first)` and `\(second)` have the same path"
        case .notJoined(let reason): reason
        case .notZipped(let reason): "cannot write a zip: \(reason)"
        case .unreached(let module, let decisions):
            "`import \(module)` does not reach "
                + decisions.map { "`\($0.header)`" + ($0.reason.map { " (\($0))" } ?? "") }.joined(separator: ", ")
        case .changed(let digest): "the stored file `\(digest)` has changed"
        case .object(let error): "\(error)"
        case .headers(let error): "\(error)"
        case .moduleMap(let error): "\(error)"
        case .sysroot(let error): "\(error)"
        }
    }
}
