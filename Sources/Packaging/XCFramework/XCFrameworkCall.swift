/// The parsed arguments of a call in the syntax of `xcodebuild -create-xcframework`.
///
/// Source: swift-build, `Sources/SWBCore/XCFramework.swift`, which defines the usage and the rules.
public struct XCFrameworkCall: Hashable, Sendable {
    public var inputs: [Input]
    public var output: String
    public var allowsInternalDistribution: Bool

    /// A library or framework, with the paths of its headers and debug symbols as the call gives them.
    public struct Input: Hashable, Sendable {
        public var kind: Kind
        public var path: String
        public var headers: String?
        public var debugSymbols: [String] = []

        public enum Kind: String, Hashable, Sendable {
            case library
            case framework
        }
    }

    /// Returns the call that has these arguments; nil if they ask for help.
    public static func parsed(_ words: [String]) throws(XCFrameworkCallError) -> XCFrameworkCall? {
        if words.contains(where: { ["-help", "--help", "-h"].contains($0) }) { return nil }
        var call = Draft()
        var rest = words[...]
        while let flag = rest.popFirst() { try call.take(flag, &rest) }
        return try call.finished()
    }

    private struct Draft {
        var inputs: [Input] = []
        var outputs: [String] = []
        var archive: String?
        var allowsInternalDistribution = false

        mutating func take(_ flag: String, _ rest: inout ArraySlice<String>) throws(XCFrameworkCallError) {
            switch flag {
            case "-create", "-create-xcframework": return
            case "-allow-internal-distribution": allowsInternalDistribution = true
            case "-archive": archive = try Self.operand(of: flag, &rest)
            case "-library": add(.library, try Self.operand(of: flag, &rest))
            case "-framework": add(.framework, try Self.operand(of: flag, &rest))
            case "-headers":
                let path = try Self.operand(of: flag, &rest)
                guard let last = inputs.last, last.kind == .library else { throw .misplaced(flag) }
                inputs[inputs.count - 1].headers = path
            case "-debug-symbols":
                let path = try Self.operand(of: flag, &rest)
                guard !inputs.isEmpty else { throw .misplaced(flag) }
                inputs[inputs.count - 1].debugSymbols.append(path)
            case "-output":
                let path = try Self.operand(of: flag, &rest)
                guard path.hasSuffix(".xcframework") else { throw .badOutput(path) }
                outputs.append(path)
            default: throw .unknownFlag(flag)
            }
        }

        /// Adds an input; with `-archive`, a name refers to a product in the Xcode archive.
        private mutating func add(_ kind: Input.Kind, _ word: String) {
            guard let archive else { return inputs.append(Input(kind: kind, path: word)) }
            switch kind {
            case .library:
                let products = "\(archive)/Products/usr/local"
                inputs.append(Input(kind: kind, path: "\(products)/lib/\(word)", headers: "\(products)/include"))
            case .framework:
                inputs.append(Input(kind: kind, path: "\(archive)/Products/Library/Frameworks/\(word)"))
            }
        }

        private static func operand(
            of flag: String, _ rest: inout ArraySlice<String>
        ) throws(XCFrameworkCallError) -> String {
            guard let word = rest.popFirst(), !word.isEmpty else { throw .missingOperand(flag) }
            return word
        }

        func finished() throws(XCFrameworkCallError) -> XCFrameworkCall {
            guard let first = inputs.first else { throw .noInput }
            guard inputs.allSatisfy({ $0.kind == first.kind }) else { throw .mixed }
            guard let output = outputs.first else { throw .noOutput }
            guard outputs.count == 1 else { throw .severalOutputs }
            return XCFrameworkCall(
                inputs: inputs, output: output, allowsInternalDistribution: allowsInternalDistribution)
        }
    }

    public static let usage = """
        usage: xbuild xcframework -create -framework PATH [-framework PATH]... -output PATH
               xbuild xcframework -create -library PATH [-headers PATH] [-library PATH [-headers PATH]]... -output PATH
          -archive PATH                  look up frameworks and libraries in this Xcode archive
          -framework PATH                adds a framework
          -library PATH                  adds an archive or a dynamic library
          -headers PATH                  the headers of the preceding library
          -debug-symbols PATH            debug symbols of the preceding input (repeatable)
          -output PATH                   the XCFramework to write
          -allow-internal-distribution   keep .swiftmodule files, which other compiler versions cannot read

        """
}

/// A fault in a call, or in the files that it names.
public enum XCFrameworkCallError: Error, Hashable, Sendable {
    case unknownFlag(String)
    case missingOperand(String)
    case misplaced(String)
    case badOutput(String)
    case noInput
    case noOutput
    case severalOutputs
    case mixed
    case absent(String)
    case exists(String)
    case unreadable(String, reason: String)
    case severalPlatforms(String, [String])
    case unknownPlatform(String)
    case sameVariant(String, String, identifier: String)
    case write(String)
}

extension XCFrameworkCallError: CustomStringConvertible {
    public var isUsage: Bool {
        switch self {
        case .unknownFlag, .missingOperand, .misplaced, .badOutput, .noInput, .noOutput, .severalOutputs, .mixed: true
        case .absent, .exists, .unreadable, .severalPlatforms, .unknownPlatform, .sameVariant, .write: false
        }
    }

    public var description: String {
        switch self {
        case .unknownFlag(let flag): "unknown flag `\(flag)`"
        case .missingOperand(let flag): "`\(flag)` needs an operand"
        case .misplaced(let flag): "`\(flag)` must follow a library or framework"
        case .badOutput(let path): "`\(path)` does not end in `.xcframework`"
        case .noInput: "no library and no framework"
        case .noOutput: "no output"
        case .severalOutputs: "more than one output"
        case .mixed: "an XCFramework holds libraries or frameworks, not both"
        case .absent(let path): "`\(path)` does not exist"
        case .exists(let path): "`\(path)` exists already"
        case .unreadable(let path, let reason): "cannot read `\(path)`: \(reason)"
        case .severalPlatforms(let path, let words):
            "`\(path)` is for several platforms: \(words.joined(separator: ", "))"
        case .unknownPlatform(let path): "`\(path)` contains no object for a known platform of Apple"
        case .sameVariant(let first, let second, let identifier):
            "`\(first)` and `\(second)` are both for the platform of `\(identifier)`"
        case .write(let path): "cannot write `\(path)`"
        }
    }

    public var hint: String? {
        switch self {
        case .unknownFlag, .noInput: "`xbuild xcframework -help` lists the flags"
        case .noOutput: "name it with `-output NAME.xcframework`"
        case .sameVariant: "join architectures of one platform with `xbuild lipo -create`"
        case .severalPlatforms: "extract each architecture with `xbuild lipo -thin`"
        case .missingOperand, .misplaced, .badOutput, .severalOutputs, .mixed, .absent, .exists, .unreadable,
            .unknownPlatform, .write:
            nil
        }
    }
}
