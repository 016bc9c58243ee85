/// `libtool -static`: makes one archive from objects and from the members of other archives.
///
/// A call takes arguments and produces a file, a text and an exit status. Flags and results are those of Apple's
/// libtool(1): fat files are split, and objects of several processors make a fat archive with one slice each. In
/// addition, it accepts objects of other formats, and writes the archive that `ar` writes for the format.
public struct LibtoolCommand: Sendable {
    /// Runs a call, given without the program's name. Messages begin with `tool`.
    public static func run(_ arguments: [String], tool: String = "libtool") -> ToolOutcome {
        if arguments.isEmpty { return ToolOutcome(errors: usage, status: 1) }
        if ["-help", "--help", "-h"].contains(arguments[0]) { return ToolOutcome(output: usage) }
        if ["-V", "-version", "--version"].contains(arguments[0]) { return ToolOutcome(output: "libtool (xbuild)\n") }
        do throws(LibtoolError) {
            return try perform(LibtoolOptions(arguments), tool)
        } catch {
            return ToolOutcome(errors: "\(tool): error: \(error)\n", status: 1)
        }
    }

    private static func perform(_ options: LibtoolOptions, _ tool: String) throws(LibtoolError) -> ToolOutcome {
        var contents = LibtoolContents(options)
        let paths = try options.paths()
        for path in paths.found { try contents.take(path) }
        let pieces = try contents.library()
        try LibtoolError.reading { () throws(ObjectFileError) in
            try System.write(pieces, to: options.output, mode: 0o644)
            if let path = options.dependencies {
                let record = LibtoolDependencies(found: paths.found, missing: paths.missing, output: options.output)
                try System.write([.bytes(record.bytes)], to: path, mode: 0o644)
            }
        }
        return ToolOutcome(errors: contents.warnings.map { "\(tool): warning: \($0)\n" }.joined())
    }

    static let usage = """
        usage: libtool -static -o OUTPUT [FLAG...] INPUT...
          INPUT                       an object, an archive, or a fat file of such
          -o OUTPUT                   the archive to write
          -arch_only ARCH             only objects for that architecture
          -filelist FILE[,FOLDER]     inputs, one per line, in FOLDER
          -lNAME, -LFOLDER            libNAME.a in the folders of -L, then in the standard ones
          -syslibroot FOLDER          the root of the standard folders
          -a                          leave the table of contents in the order of the members
          -no_warning_for_no_symbols  do not warn about objects without symbols
          -U                          members keep the owner, mode and time of the files that they were
          -dependency_info FILE       write the names of all inputs, for Xcode
          -s, -c, -D                  sorted table, common symbols, reproducible bytes: always on

        """
}
