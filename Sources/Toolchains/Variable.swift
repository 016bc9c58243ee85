import Documents

/// A variable that `${…}` in a toolchain file can name. The set of names is fixed, so that the reader finds
/// misspelt names.
public enum Variable: Hashable, Sendable {
    /// The sysroot, in the input root or on this machine.
    case sysroot
    /// The folder in the input root that contains xbuild's own small tools.
    case tools
    /// The linker that `link:` selects.
    case linker
    /// The target's triple with its minimum OS version.
    case triple
    /// The minimum OS version.
    case minimum
    /// The target's architecture in the spelling of `-arch`: `arm64`.
    case arch
    /// The target's architecture in the spelling of configure scripts: `aarch64`.
    case cpu
    /// The host's architecture in the same spelling.
    case hostCPU
    /// The value of `host-triple:`.
    case hostTriple
    /// Debian's name of the target's architecture: `amd64`.
    case debianArch
    /// The path of a tool.
    case tool(ToolRole)
    /// An entry of the file's `paths:`.
    case path(String)
    /// The folder of the tool `cc`, with symbolic links resolved: the tools in it usually have the compiler's version.
    case bin
    /// The folder that contains `bin`: the prefix in which the compiler is installed.
    case prefix
    /// A variable of the environment in which xbuild was started.
    case environment(String)

    /// The place of a text in the file, which determines the allowed variables.
    public enum Place: Sendable {
        /// An argument of a command line: every variable except `bin`, `prefix` and those of the environment.
        case argument
        /// Plain text that is known before any tool is found.
        case text
        /// The value of `host-triple`: like `text`, but without `${host-triple}`.
        case spelling
        /// A program or folder to search for.
        case candidate
    }

    init?(_ word: String) {
        if let plain = Self.plain[word] {
            self = plain
        } else if word.hasPrefix("tool."), let role = ToolRole(rawValue: String(word.dropFirst(5))) {
            self = .tool(role)
        } else if word.hasPrefix("path."), word.utf8.count > 5 {
            self = .path(String(word.dropFirst(5)))
        } else if word.hasPrefix("env."), word.utf8.count > 4 {
            self = .environment(String(word.dropFirst(4)))
        } else {
            return nil
        }
    }

    private static let plain: [String: Variable] = [
        "sysroot": .sysroot, "tools": .tools, "linker": .linker, "triple": .triple, "minimum": .minimum, "arch": .arch,
        "cpu": .cpu, "host-cpu": .hostCPU, "host-triple": .hostTriple, "debian-arch": .debianArch,
        "bin": .bin, "prefix": .prefix,
    ]

    func isAllowed(in place: Place) -> Bool {
        switch (self, place) {
        case (.environment, .candidate), (.bin, .candidate), (.prefix, .candidate), (.triple, _), (.minimum, _),
            (.arch, _), (.cpu, _),
            (.hostCPU, _), (.debianArch, _):
            true
        case (.hostTriple, .spelling), (.environment, _), (.bin, _), (.prefix, _): false
        case (.hostTriple, _), (.sysroot, .argument), (.tools, .argument), (.linker, .argument), (.tool, .argument),
            (.path, .argument):
            true
        case (.sysroot, _), (.tools, _), (.linker, _), (.tool, _), (.path, _): false
        }
    }

    /// Returns the names of the variables allowed in a place, for `did you mean`.
    static func words(in place: Place) -> [String] {
        let named = plain.filter { $0.value.isAllowed(in: place) }.map(\.key).sorted()
        switch place {
        case .argument: return named + ToolRole.allCases.map { "tool.\($0.rawValue)" }
        case .text, .spelling, .candidate: return named
        }
    }
}
