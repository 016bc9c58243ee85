/// The messages of errors: one line each, in the style of compilers.
extension ObjectFileError: CustomStringConvertible {
    public var description: String {
        let name = member.map { "\(file)(\($0))" } ?? file
        switch fault {
        case .system(let operation, let code):
            return "cannot \(operation.rawValue) `\(name)`: \(System.message(code))"
        case .mixedArchitectures, .sameArchitecture, .tooLargeForFat32, .unknownFormat, .unexpectedFormat, .noObjects,
            .memberChanged:
            return "`\(name)`: \(fault)"
        case .pastEnd, .tooLarge, .unterminatedText, .badField, .badText:
            return "`\(name)`: \(fault), at offset \(offset)"
        }
    }
}

extension ObjectFileFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .pastEnd(let needed, let available): "truncated: \(needed) bytes needed, \(available) left"
        case .tooLarge(let value): "\(value) is too large for a size or an offset"
        case .unterminatedText: "unterminated text"
        case .badField(let field, let value): "bad \(field.rawValue): \(value)"
        case .unknownFormat: "not an object, an archive or a fat file"
        case .unexpectedFormat(let word): "\(word) is not supported here"
        case .badText(let expected): "expected \(expected)"
        case .noObjects: "an archive without objects has no architecture"
        case .memberChanged(let path, let stated, let found):
            "member `\(path)` of a thin archive has \(found) bytes instead of \(stated)"
        case .mixedArchitectures(let first, let firstArchitecture, let second, let secondArchitecture):
            "members of different architectures: `\(first)` is \(firstArchitecture), `\(second)` is \(secondArchitecture)"
        case .sameArchitecture(let architecture, let first, let second):
            "`\(first)` and `\(second)` have the same architecture \(architecture) and cannot be in one fat file"
        case .tooLargeForFat32(let architecture):
            "too large for a fat file with 32-bit offsets, from slice \(architecture) on"
        case .system(let operation, let code): "cannot \(operation.rawValue): \(System.message(code))"
        }
    }
}
