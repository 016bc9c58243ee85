/// A fault in a call of `lipo`, or in its files.
enum LipoError: FileReadingError, Hashable {
    case unknownFlag(String)
    case abandonedFlag(String)
    case missingOperand(flag: String)
    case unknownArchitecture(String, flag: String)
    case noInput
    case noOperation
    case severalOperations([String])
    case noOutput(flag: String)
    case oneInputWanted(flag: String, given: Int)
    case repeatedFlag(String)
    case badAlignment(architecture: String, value: String)
    case nothingToHide(flag: String)
    case wrongSlice(LipoSliceFault)
    case file(ObjectFileError)
}

/// A fault in the slices of a call.
enum LipoSliceFault: Hashable {
    /// `-arch` or `-replace` names another architecture than that of the file.
    case otherArchitecture(file: String, named: String, found: String, flag: String)
    case architectureOfFat(file: String)
    case notFat(file: String, flag: String)
    case fatReplacement(file: String)
    case notContained(architecture: String, file: String, flag: String)
    case nothingLeft(file: String)
    case notExecutable(file: String, architecture: String)
}
