/// A kind of failure that occurs in many libraries and is recognized in a log. `Remedy` selects the change for it.
public enum Symptom: Hashable, Sendable {
    /// The compiler reports an error in this line of an installed header.
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
    /// The source uses a C function without a declaration, and clang's message names the header to include.
    case undeclaredFunction(header: String)
    /// The compiler refuses a flag.
    case refusedFlag
    /// A program does not link.
    case unlinkedProgram
    /// A program that makes manuals is missing.
    case missingManualTool
    /// A warning is treated as an error. The value is the warning's name without `-W`.
    case fatalWarning(String)
    /// A bootstrap lacks gettext's `autopoint`.
    case missingAutopoint
}

extension Symptom {
    /// Returns all symptoms in a log: first those of installed headers, then the others in the order of the lines.
    public static func all(in log: [String]) -> [Symptom] {
        let unreached = log.flatMap(LogSearch.unreachedHeaders)
        return log.compactMap(LogSearch.brokenHeader) + (unreached.isEmpty ? [] : [.unreachedHeaders(unreached)])
            + log.flatMap { line in LogSearch.all.compactMap { $0(line) } }
    }
}
