/// What is wrong with a call of `lipo`, its files aside.
enum LipoError: Error, Hashable {
    case unknownFlag(String)
    case missingOperand(flag: String)
    case unknownArchitecture(String)
    case noInput
    case noAction
    case severalActions([String])
    case noOutput(flag: String)
    case oneInputWanted(flag: String, given: Int)
    case repeatedFlag(String)
    case badAlignment(architecture: String, value: String)
    case wrongArchitecture(file: String, named: String, found: String)
    case notFat(file: String, flag: String)
    case fatReplacement(file: String)
    case notContained(architecture: String, file: String, flag: String)
    case nothingLeft(file: String)
    case file(ObjectFileError)
}

extension LipoError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownFlag(let flag): "unknown flag `\(flag)`"
        case .missingOperand(let flag): "`\(flag)` needs an operand"
        case .unknownArchitecture(let word):
            "unknown architecture `\(word)`\nhint: known are \(MachOArchitecture.names.joined(separator: " "))"
        case .noInput: "no input files"
        case .noAction:
            "no operation\nhint: one of \(LipoOptions.actionFlags.joined(separator: " "))"
        case .severalActions(let flags): "only one operation at a time, not \(flags.joined(separator: " and "))"
        case .noOutput(let flag): "`\(flag)` needs `-output FILE`"
        case .oneInputWanted(let flag, let given): "`\(flag)` takes one input file, not \(given)"
        case .repeatedFlag(let flag): "`\(flag)` given twice"
        case .badAlignment(let architecture, let value):
            "`-segalign \(architecture) \(value)`: not a power of two of at most 8000, in hexadecimal"
        case .wrongArchitecture(let file, let named, let found): "`\(file)` is \(found), not \(named) as `-arch` says"
        case .notFat(let file, let flag): "`\(file)` is not a fat file, which `\(flag)` needs"
        case .fatReplacement(let file): "`\(file)` is a fat file: a replacement must be thin"
        case .notContained(let architecture, let file, let flag):
            "`\(file)` does not contain \(architecture), which `\(flag)` names"
        case .nothingLeft(let file): "no slice of `\(file)` would be left"
        case .file(let error): error.description
        }
    }
}
