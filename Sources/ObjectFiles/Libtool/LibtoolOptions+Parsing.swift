/// Reads the arguments of a call in any order, as Apple's libtool(1) does.
extension LibtoolOptions {
    init(_ arguments: [String]) throws(LibtoolError) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word.hasPrefix("-"), word != "-" {
                try read(word, &rest)
            } else {
                inputs.append(.file(word))
            }
        }
        if output.isEmpty { throw .noOutput }
        if inputs.isEmpty { throw .noInput }
    }

    private mutating func read(_ flag: String, _ rest: inout ArraySlice<String>) throws(LibtoolError) {
        switch flag {
        case "-static", "-s", "-c": return
        case "-D": keepsOrigins = false
        case "-dynamic": throw .dynamic
        case "-U": keepsOrigins = true
        case "-a": isSorted = false
        case "-no_warning_for_no_symbols": warnsOfNoSymbols = false
        case "-o":
            guard output.isEmpty else { throw .repeatedFlag(flag) }
            output = try Self.operand(flag, &rest)
        case "-dependency_info":
            guard dependencies == nil else { throw .repeatedFlag(flag) }
            dependencies = try Self.operand(flag, &rest)
        case "-arch_only":
            guard architecture == nil else { throw .repeatedFlag(flag) }
            let word = try Self.operand(flag, &rest)
            guard let known = MachOArchitecture(name: word) else { throw .unknownArchitecture(word) }
            architecture = known
        case "-filelist": inputs.append(Self.list(try Self.operand(flag, &rest)))
        case "-syslibroot": root = try Self.operand(flag, &rest)
        default:
            guard flag.hasPrefix("-l") || flag.hasPrefix("-L") else { throw .unknownFlag(flag) }
            let joined = String(flag.dropFirst(2))
            let operand = try joined.isEmpty ? Self.operand(flag, &rest) : joined
            if flag.hasPrefix("-l") { inputs.append(.library(operand)) } else { libraryFolders.append(operand) }
        }
    }

    private static func operand(_ flag: String, _ rest: inout ArraySlice<String>) throws(LibtoolError) -> String {
        guard let word = rest.popFirst() else { throw .missingOperand(flag: flag) }
        return word
    }

    /// Reads `FILE,FOLDER`; the folder follows the last comma.
    private static func list(_ operand: String) -> Input {
        guard let comma = operand.lastIndex(of: ",") else { return .list(operand, folder: nil) }
        let folder = String(operand[operand.index(after: comma)...])
        return .list(String(operand[..<comma]), folder: folder.isEmpty ? nil : folder)
    }
}
