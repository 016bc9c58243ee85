import Basics
import Targets

/// The values of a toolchain file's variables for one target on one machine.
struct VariableValues {
    let target: Target
    let host: Target
    let minimum: OSVersion?
    var sysroot: Argument?
    var linker: Argument?
    var tools: [ToolRole: String] = [:]
    var paths: [String: String] = [:]
    var bin: String?
    var environment: @Sendable (String) -> String? = { _ in nil }
    private var hostTriple: String?

    init(target: Target, host: Target, minimum: OSVersion?, _ settings: ToolchainSettings) {
        (self.target, self.host, self.minimum) = (target, host, minimum)
        hostTriple = settings.hostTriple.flatMap { text($0) }
    }

    /// Returns a template's argument. A variable without a value adds nothing; `ToolchainCheck` refuses files with such
    /// variables.
    func argument(_ template: Template) -> Argument {
        Argument(
            template.pieces.flatMap { piece -> [Argument.Piece] in
                switch piece {
                case .text(let text): [.text(text)]
                case .variable(let variable): value(variable)?.pieces ?? []
                }
            }.joined())
    }

    /// Returns a template's text; nil when a variable has no value or is a path in the input root.
    func text(_ template: Template) -> String? {
        var result = ""
        for piece in template.pieces {
            switch piece {
            case .text(let text): result += text
            case .variable(let variable):
                guard let value = value(variable) else { return nil }
                for piece in value.pieces {
                    guard case .text(let text) = piece else { return nil }
                    result += text
                }
            }
        }
        return result
    }

    private func value(_ variable: Variable) -> Argument? {
        switch variable {
        case .sysroot: sysroot
        case .tools: Argument([.path(ResolvedToolchain.toolsPath)])
        case .linker: linker
        case .triple: Argument([.text(minimum.map(target.triple(minimum:)) ?? target.triple)])
        case .minimum: minimum.map { Argument([.text($0.description)]) }
        case .arch: Argument([.text(target.architecture.rawValue)])
        case .cpu: Argument([.text(target.gnuArchitecture)])
        case .hostCPU: Argument([.text(host.gnuArchitecture)])
        case .hostTriple: hostTriple.map { Argument([.text($0)]) }
        case .debianArch: Argument([.text(target.debianArchitecture)])
        case .tool(let role): tools[role].map { Argument([.text($0)]) }
        case .path(let name): paths[name].map { Argument([.text($0)]) }
        case .bin: bin.map { Argument([.text($0)]) }
        case .prefix: bin.flatMap(Resolution.folder).map { Argument([.text($0)]) }
        case .environment(let name): environment(name).map { Argument([.text($0)]) }
        }
    }
}

extension [Argument.Piece] {
    /// Joins adjacent texts, and a path with the text that follows it. Equal arguments then compare as equal, and a
    /// `path` piece contains the whole path of a file in the input root.
    fileprivate func joined() -> [Argument.Piece] {
        reduce(into: []) { result, piece in
            switch (result.last, piece) {
            case (.text(let before), .text(let text)): result[result.count - 1] = .text(before + text)
            case (.path(let folder), .text(let text)):
                if text.hasPrefix("/"), let below = RelativePath(String(text.dropFirst())) {
                    result[result.count - 1] = .path(folder.appending(below))
                } else {
                    result.append(piece)
                }
            case (nil, _), (_, .path): result.append(piece)
            }
        }
    }
}

extension Target {
    /// The architecture in a spelling that configure scripts of any age accept. Source: GNU config's `config.sub`.
    public var gnuArchitecture: String {
        switch architecture {
        case .arm64, .arm64e, .arm64_32: "aarch64"
        case .armv7, .armv7s, .armv7k: "arm"
        case .i386, .x86_64, .ppc64le, .riscv64, .s390x, .wasm32: architectureWord
        }
    }

    /// Debian's name of the architecture. Source: dpkg-architecture(1), /usr/share/dpkg/cputable and tupletable.
    public var debianArchitecture: String {
        switch architecture {
        case .x86_64: "amd64"
        case .arm64, .arm64e, .arm64_32: "arm64"
        case .armv7, .armv7s, .armv7k: "armhf"
        case .i386: "i386"
        case .ppc64le: "ppc64el"
        case .riscv64, .s390x, .wasm32: architecture.rawValue
        }
    }
}
