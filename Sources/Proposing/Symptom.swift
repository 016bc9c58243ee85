/// A failure that a log shows and that many libraries share. `Remedy` decides what follows.
public enum Symptom: Hashable, Sendable {
    /// A header of the prefix does not compile at this line.
    case brokenHeader(path: String, line: Int)
    /// No importer of the module receives these headers: no target's compiler accepts them by themselves, and no other
    /// header includes them.
    case unreachedHeaders([String])
    /// `config.sub` is older than the target's processor or system.
    case unknownMachine
    /// The build writes into its source, which all targets share.
    case writesSource
    /// A compiler does not find a header.
    case missingHeader(String)
    /// A shared library contains the path of the build folder.
    case buildPathInLibrary
    /// clang names the header of a C function that the source uses undeclared.
    case undeclaredFunction(header: String)
    /// The compiler refuses a flag.
    case refusedFlag
    /// A program does not link.
    case unlinkedProgram
    /// A program that makes manuals is missing.
    case missingManualTool
    /// A warning stops the build: its name without `-W`.
    case fatalWarning(String)
    /// A bootstrap lacks gettext's `autopoint`.
    case missingAutopoint
}

extension Symptom {
    /// Returns all that a log shows: first about installed headers, then in the order of the lines.
    public static func all(in log: [String]) -> [Symptom] {
        let unreached = log.flatMap(LogSearch.unreachedHeaders)
        return log.compactMap(LogSearch.brokenHeader) + (unreached.isEmpty ? [] : [.unreachedHeaders(unreached)])
            + log.flatMap { line in LogSearch.all.compactMap { $0(line) } }
    }
}
