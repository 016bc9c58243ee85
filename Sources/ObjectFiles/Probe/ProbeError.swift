/// A fault in a link, with lld's messages, which scripts search for.
enum ProbeError: FileReadingError, Hashable {
    case unknownFlag(String)
    case missingOperand(String)
    case noArchitecture
    case unknownArchitecture(String)
    case noPlatform
    case unknownPlatform(String)
    case malformedVersion(String)
    case undefinedNeedsFlat(String)
    case relocatable
    case onlyWithLibrary(flag: String, operand: String)
    case onlyWithBundle
    case file(ObjectFileError)
}

extension ProbeError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownFlag(let flag): "unknown argument '\(flag)'"
        case .missingOperand(let flag): "\(flag): missing argument"
        case .noArchitecture: "must specify -arch"
        case .unknownArchitecture(let word): "missing or unsupported -arch \(word)"
        case .noPlatform: "must specify -platform_version"
        case .unknownPlatform(let word): "malformed platform: \(word)"
        case .malformedVersion(let word): "malformed version: \(word)"
        case .undefinedNeedsFlat(let word): "'-undefined \(word)' only valid with '-flat_namespace'"
        case .onlyWithLibrary(let flag, let operand): "\(flag) \(operand): only valid with -dylib"
        case .onlyWithBundle: "-bundle_loader can only be used with MachO bundle output"
        case .relocatable: "-r: the probe linker makes no objects"
        case .file(let error): error.description
        }
    }
}
