/// The messages of errors, with the meaning of Apple's.
extension LipoError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownFlag(let flag): "unknown flag `\(flag)`"
        case .abandonedFlag(let flag): "`\(flag)` is no longer supported, also by Apple's lipo"
        case .missingOperand(let flag): "`\(flag)` needs an operand"
        case .unknownArchitecture(let word, let flag):
            "unknown architecture `\(word)` after `\(flag)`\n"
                + "hint: for example \(Self.commonArchitectures); `lipo -help` lists all"
        case .noInput: "no input files"
        case .noOperation:
            "no operation\nhint: one of \(LipoOperation.allCases.map(\.rawValue).joined(separator: " "))"
        case .severalOperations(let flags):
            "only one operation at a time, not \(flags.map { "`\($0)`" }.joined(separator: " and "))"
        case .noOutput(let flag): "`\(flag)` needs `-output FILE`"
        case .oneInputWanted(let flag, let given): "`\(flag)` takes one input file, not \(given)"
        case .repeatedFlag(let flag): "`\(flag)` given twice"
        case .badAlignment(let architecture, let value):
            "`-segalign \(architecture) \(value)`: not a power of two of at most 8000, in hexadecimal"
        case .nothingToHide(let flag): "`-hideARM64` goes with `-create`, `-remove` and `-replace`, not with `\(flag)`"
        case .wrongSlice(let fault): fault.description
        case .file(let error): error.description + (error.member == nil ? Self.hint(for: error.fault) : "")
        }
    }

    private static let commonArchitectures = "arm64 arm64e arm64_32 armv7 armv7k armv7s i386 x86_64 x86_64h"

    /// Returns a hint about files that do not record their architecture.
    private static func hint(for fault: ObjectFileFault) -> String {
        switch fault {
        case .noObjects, .unknownFormat, .unexpectedFormat:
            "\nhint: name the architecture with `-arch ARCH FILE`"
        case .pastEnd, .tooLarge, .unterminatedText, .badField, .badText, .mixedArchitectures, .sameArchitecture,
            .memberChanged, .tooLargeForFat32, .system:
            ""
        }
    }
}

extension LipoSliceFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .otherArchitecture(let file, let named, let found, let flag):
            "`\(file)` is \(found), but `\(flag)` names \(named)"
        case .architectureOfFat(let file): "`\(file)` is a fat file: `-arch` needs a thin one"
        case .notFat(let file, let flag): "`\(file)` is not a fat file, which `\(flag)` needs"
        case .fatReplacement(let file): "`\(file)` is a fat file: a replacement must be thin"
        case .notContained(let architecture, let file, let flag):
            "`\(file)` does not contain \(architecture), which `\(flag)` names"
        case .nothingLeft(let file): "no slice of `\(file)` would be left"
        case .notExecutable(let file, let architecture):
            "`-hideARM64` is for executables, which \(architecture) of `\(file)` is not"
        }
    }
}
