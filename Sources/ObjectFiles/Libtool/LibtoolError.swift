/// A fault in a call of `libtool`.
enum LibtoolError: FileReadingError, Hashable {
    case unknownFlag(String)
    case missingOperand(flag: String)
    case repeatedFlag(String)
    case unknownArchitecture(String)
    case dynamic
    case noInput
    case noOutput
    case noLibrary(String)
    case emptyList(file: String)
    /// A member, or a file by itself, that cannot be in an archive.
    case notAnObject(file: String, kind: String)
    /// The inputs contain no objects.
    case nothing
    /// None of the inputs is for the architecture of `-arch_only`.
    case nothingFor(architecture: String)
    /// Two members that cannot be in one archive, nor in two slices.
    case mixed(first: String, firstKind: String, second: String, secondKind: String)
    case file(ObjectFileError)
}

extension LibtoolError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownFlag(let flag): "unknown flag `\(flag)`"
        case .missingOperand(let flag): "`\(flag)` needs an operand"
        case .repeatedFlag(let flag): "`\(flag)` given twice"
        case .unknownArchitecture(let word):
            "unknown architecture `\(word)`\nhint: known architectures: \(MachOArchitecture.names.joined(separator: " "))"
        case .dynamic: "`-dynamic`: only static libraries are supported\nhint: link dynamic libraries with the compiler"
        case .noInput: "no input files"
        case .noOutput: "no output\nhint: name it with `-o FILE`"
        case .noLibrary(let name): "no `\(name)` in the library folders"
        case .emptyList(let file): "`\(file)` lists no files"
        case .notAnObject(let file, let kind): "`\(file)`: \(kind) cannot be in a static library"
        case .nothing: "no objects in the input files"
        case .nothingFor(let architecture): "no input has an object for \(architecture), which `-arch_only` names"
        case .mixed(let first, let firstKind, let second, let secondKind):
            "`\(first)` is for \(firstKind), `\(second)` for \(secondKind): one archive cannot hold both"
        case .file(let error): error.description
        }
    }
}
