import Basics
import Targets

/// The reason why no toolchain is available for a target.
public enum ToolchainError: Error, Hashable, Sendable {
    /// No toolchain file serves the target on this host.
    case noToolchain(Target, host: Target)
    /// There is no toolchain of that name.
    case unknown(String, known: [String])
    /// The requested toolchain does not build for the target on this host.
    case doesNotServe(String, Target, host: Target)
    /// Parts of the toolchain are not on this machine; the list contains all missing parts.
    case missing([MissingPart], toolchain: String, Target)
    /// A file that determines the result cannot be read.
    case unreadable(path: String)
    /// A tool is a wrapper: a script, or a program that calls another one. Its own file does not determine its results.
    ///
    /// - Parameter of: the program that it calls, if that is known.
    case wrapper(ToolRole?, path: String, of: String?, toolchain: String)
    /// A compiler is neither clang nor gcc.
    case unidentified(ToolRole?, path: String)
    /// A compiler does not work with its known files alone; `said` is its message.
    case notClosed(path: String, fault: String, said: String?)
    /// One call of the compiler cannot build for all of these targets.
    case cannotShare([Target])
}

/// A tool, file, folder or SDK that a toolchain needs and the machine lacks.
public struct MissingPart: Hashable, Sendable, Codable {
    /// The purpose: a tool's role, or a path's name.
    public var purpose: String
    /// The candidates of the search, in order.
    public var candidates: [String]
    /// The Debian packages that contain the part, any one of which suffices.
    public var packages: [String] = []
    /// How to install the part on other systems.
    public var install: String?

    /// The candidates and the purpose: `clang (cc)`.
    var words: String { "`\(candidates.joined(separator: "` or `"))` (\(purpose))" }
}

extension ToolchainError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noToolchain(let target, let host): "no toolchain builds for `\(target)` on `\(host)`"
        case .unknown(let name, _): "unknown toolchain `\(name)`"
        case .doesNotServe(let name, let target, let host):
            "the toolchain `\(name)` does not build for `\(target)` on `\(host)`"
        case .missing(let parts, let toolchain, let target):
            "the toolchain `\(toolchain)` lacks \(parts.map(\.words).joined(separator: ", ")) for `\(target)`"
        case .unreadable(let path): "cannot read `\(path)`, a part of the toolchain"
        case .wrapper(_, let path, let program?, _): "`\(path)` is a wrapper of `\(program)`"
        case .wrapper(let role, let path, nil, _):
            "the tool `\(path)`\(Self.words(role)) is a script or a wrapper, not the program itself"
        case .unidentified(let role, let path):
            "the compiler `\(path)`\(Self.words(role)) is neither clang nor gcc"
        case .notClosed(let path, let fault, let said):
            "the compiler `\(path)` \(fault)\(said.map { ": \($0)" } ?? "")"
        case .cannotShare(let targets):
            "one call of the compiler cannot build for \(targets.map { "`\($0)`" }.joined(separator: ", "))"
        }
    }

    private static func words(_ role: ToolRole?) -> String { role.map { " (\($0.rawValue))" } ?? "" }

    /// A suggestion in the style of the description; nil when there is none.
    public var hint: String? {
        switch self {
        case .noToolchain: "`xbuild toolchains` lists the targets of each toolchain"
        case .unknown(let name, let known):
            Suggestion.nearest(to: name, among: known).map { "did you mean `\($0)`?" }
                ?? "known toolchains: \(known.map { "`\($0)`" }.joined(separator: ", "))"
        case .doesNotServe: "leave out the toolchain, and xbuild chooses one"
        case .missing(let parts, _, _): Self.remedy(parts)
        case .unreadable: nil
        case .wrapper(let role, let path, let program, let toolchain):
            Self.remedy(role, path, program, toolchain)
        case .unidentified(nil, _): nil
        case .unidentified(let role?, _):
            "give the path of clang or gcc: `tools: { \(role.rawValue): PATH }` in the toolchain file"
        case .notClosed:
            "its results would depend on files that are not in the action key; install the compiler with all its files "
                + "in one folder, and remove configuration files from other folders"
        case .cannotShare: "build them as separate slices"
        }
    }

    private static func remedy(
        _ role: ToolRole?, _ path: String, _ program: String?, _ toolchain: String
    ) -> String? {
        let setting = role.map { role in
            "`tools: { \(role.rawValue): \(program ?? "PATH") }` in the toolchain `\(toolchain)`"
        }
        guard let program, let folder = Resolution.folder(of: program), let other = Resolution.folder(of: path) else {
            return setting.map { "give the path of the program that it calls: \($0)" }
                ?? "put the folder of the program that it calls before `\(Resolution.folder(of: path) ?? path)` on PATH"
        }
        let order = "put `\(folder)` before `\(other)` on PATH"
        return setting.map { "give that path, \($0), or \(order)" } ?? order
    }

    /// Returns one `apt-get` command for all parts with exactly one package, one for each part with alternative
    /// packages, then the instructions for parts without a package; nil if there are none.
    private static func remedy(_ parts: [MissingPart]) -> String? {
        let plain = parts.compactMap { $0.packages.count == 1 ? $0.packages[0] : nil }.uniqued()
        let choices = parts.filter { $0.packages.count > 1 }.map { $0.packages.joined(separator: " or ") }
        let others = parts.filter(\.packages.isEmpty).compactMap(\.install)
        let installs = ([plain.joined(separator: " ")] + choices).filter { !$0.isEmpty }.map { "apt-get install \($0)" }
        let all = (installs + others).uniqued()
        return all.isEmpty ? nil : all.joined(separator: "; ")
    }
}
