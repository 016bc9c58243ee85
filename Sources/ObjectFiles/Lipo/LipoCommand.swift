/// `lipo`: makes fat files, splits them and describes their contents.
///
/// A call takes arguments and produces a file, a text and an exit status: both the program `lipo` and `xbuild lipo` use
/// it. Flags and results are those of Apple's lipo(1), as are order, alignment and padding.
public struct LipoCommand: Sendable {
    /// Runs a call, given without the program's name. Messages begin with `tool`.
    public static func run(_ arguments: [String], tool: String = "lipo") -> ToolOutcome {
        if arguments.isEmpty { return ToolOutcome(errors: usage, status: 1) }
        if ["-help", "--help", "-h"].contains(arguments[0]) { return ToolOutcome(output: usage) }
        if ["-version", "--version"].contains(arguments[0]) { return ToolOutcome(output: "lipo (xbuild)\n") }
        do throws(LipoError) {
            return try perform(LipoOptions(arguments))
        } catch {
            return ToolOutcome(errors: "\(tool): error: \(error)\n", status: 1)
        }
    }

    private static func perform(_ options: LipoOptions) throws(LipoError) -> ToolOutcome {
        let inputs = try options.inputs.map { input throws(LipoError) in
            // `-create` copies all inputs unchanged, so archives are examined while they are copied, not in a pass
            // before.
            try LipoInput(
                checked: input.path, for: input.architecture, checksWhileCopying: options.operation == .create)
        }
        switch options.operation {
        case .info: return ToolOutcome(output: LipoReport.info(inputs))
        case .detailedInfo: return ToolOutcome(output: LipoReport.detailed(inputs))
        case .archs: return ToolOutcome(output: LipoReport.archs(inputs[0]))
        case .verify:
            let present = inputs[0].sources.map(\.architecture)
            let isComplete = options.architectures.allSatisfy { wanted in present.contains { $0.isSame(as: wanted) } }
            return ToolOutcome(status: isComplete ? 0 : 1)
        case .create, .thin, .extract, .remove, .replace:
            try LipoWriter(options: options, inputs: inputs).write()
            return ToolOutcome()
        }
    }

    static let usage = """
        usage: lipo FILE... OPERATION [-output FILE] [OPTION]...
        operations:
          -create                     one fat file of all inputs
          -info                       architectures of each input
          -detailed_info              the fat header of each input
          -archs                      architectures of one input
          -verify_arch ARCH...        status 0 when the input holds them all; must be last
          -thin ARCH                  one slice as a thin file
          -extract ARCH               a fat file of the named slices (repeatable)
          -extract_family ARCH        the same, of all slices of a family (repeatable)
          -remove ARCH                a fat file without the named slices (repeatable)
          -replace ARCH FILE          a fat file with a slice replaced (repeatable)
        options:
          -output FILE                the file to write, which may be an input
          -arch ARCH FILE             an input and its architecture (repeatable)
          -segalign ARCH HEX          the alignment of a slice (repeatable)
          -fat64                      a header with 64-bit offsets
          -hideARM64                  beside 32-bit ARM ones, leave 64-bit ARM executables out of the header's
                                      slice count
        architectures: \(ArchitectureName.all.map(\.word).joined(separator: " "))

        """
}
