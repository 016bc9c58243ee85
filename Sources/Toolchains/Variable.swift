import Documents

/// What `${…}` in a toolchain file can stand for: a fixed set, so that a slip of the pen is
/// found when the file is read.
public enum Variable: Hashable, Sendable {
    /// The sysroot, in the input root or on this machine.
    case sysroot
    /// The folder in the input root that holds xbuild's own small tools.
    case tools
    /// The linker that `link:` selects.
    case linker
    /// The target's triple with its minimum OS version.
    case triple
    /// The minimum OS version.
    case minimum
    /// The target's architecture as `-arch` has it: `arm64`.
    case arch
    /// The target's architecture as configure scripts have it: `aarch64`.
    case cpu
    /// The host's, likewise.
    case hostCPU
    /// What `host-triple:` says.
    case hostTriple
    /// Debian's name of the target's architecture: `amd64`.
    case debianArch
    /// The path of a tool.
    case tool(ToolRole)
    /// One of the file's own `paths:`.
    case path(String)
    /// The folder of the tool `cc`, behind links: what comes with a compiler fits it best.
    case bin
    /// A variable of the environment in which xbuild was started.
    case environment(String)

    /// Where a text stands decides what it may say.
    public enum Place: Sendable {
        /// A word of a command line: everything but the environment.
        case argument
        /// Plain text that is known before any tool is.
        case text
        /// As `text`, where `host-triple` itself is being said.
        case spelling
        /// A program or folder to look for.
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
        "bin": .bin,
    ]

    func isAllowed(in place: Place) -> Bool {
        switch (self, place) {
        case (.environment, .candidate), (.bin, .candidate), (.triple, _), (.minimum, _), (.arch, _), (.cpu, _),
            (.hostCPU, _),
            (.debianArch, _):
            true
        case (.hostTriple, .spelling), (.environment, _), (.bin, _): false
        case (.hostTriple, _): true
        case (.sysroot, .argument), (.tools, .argument), (.linker, .argument), (.tool, .argument), (.path, .argument):
            true
        case (.sysroot, _), (.tools, _), (.linker, _), (.tool, _), (.path, _): false
        }
    }

    /// The names that may stand in a place, for `did you mean`.
    static func words(in place: Place) -> [String] {
        let named = plain.filter { $0.value.isAllowed(in: place) }.map(\.key).sorted()
        switch place {
        case .argument: return named + ToolRole.allCases.map { "tool.\($0.rawValue)" }
        case .text, .spelling, .candidate: return named
        }
    }
}
