import Basics
import Targets
import Toolchains

/// The exchange of linkers: a link in `tools/` stands for probe-ld while configure asks its questions, and for the real
/// linker once libraries are made.
struct LinkerExchange: Hashable {
    var questions: Argument
    var libraries: Argument

    static let probeLinker: RelativePath = "tools/probe-ld"
    /// lld looks at the name under which it is called to know whose linker it is.
    static let link: RelativePath = "tools/ld64.lld"
}

extension SliceRequest {
    /// Nil where the compiler finds its own linker.
    var linkerExchange: LinkerExchange? {
        guard usesProbeLinker else { return nil }
        let probe = Argument("", LinkerExchange.probeLinker)
        let linker = exchangesLinker ? toolchain.tools[.ld].map { Argument(stringLiteral: $0.path) } : nil
        return LinkerExchange(questions: probe, libraries: linker ?? probe)
    }

    /// Whether the linker is named by the toolchain's flags, so that another can stand in its
    /// place while configure asks.
    var usesProbeLinker: Bool {
        toolchain.ldflags.contains { $0.pieces.contains { $0 == .path(LinkerExchange.probeLinker) } }
            || exchangesLinker
    }

    /// Whether a real linker is named, which then has its place only once libraries are made.
    private var exchangesLinker: Bool {
        guard let linker = toolchain.tools[.ld]?.path, toolchain.target.platform.isApple else { return false }
        return toolchain.ldflags.contains { $0.pieces.contains { Self.names($0, linker) } }
    }

    /// The word with the linker's own path, or probe-ld's, replaced by the link that stands for one after the other.
    func exchangingLinker(_ word: Argument) -> Argument {
        guard usesProbeLinker else { return word }
        let linker = toolchain.tools[.ld]?.path
        return Argument(
            word.pieces.flatMap { piece -> [Argument.Piece] in
                if piece == .path(LinkerExchange.probeLinker) { return [.path(LinkerExchange.link)] }
                guard let linker, Self.names(piece, linker), case .text(let text) = piece else { return [piece] }
                return [.text(String(text.dropLast(linker.count))), .path(LinkerExchange.link)]
            })
    }

    private static func names(_ piece: Argument.Piece, _ linker: String) -> Bool {
        switch piece {
        case .text(let text): text.hasSuffix("=" + linker)
        case .path: false
        }
    }
}
