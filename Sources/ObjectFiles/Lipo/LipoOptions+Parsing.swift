/// Reading the words of a call, in any order, as Apple's lipo(1) has them.
extension LipoOptions {
    init(_ arguments: [String]) throws(LipoError) {
        var reader = LipoReader(arguments)
        try reader.read()
        guard let action = try reader.action() else { throw reader.inputs.isEmpty ? .noInput : .noAction }
        self.init(
            action: action, inputs: reader.inputs, output: reader.output, alignments: reader.alignments,
            is64Bit: reader.is64Bit)
        try check()
    }

    private func check() throws(LipoError) {
        if inputs.isEmpty { throw .noInput }
        if action.writes, output == nil { throw .noOutput(flag: action.flag) }
        if !action.takesMany, inputs.count > 1 { throw .oneInputWanted(flag: action.flag, given: inputs.count) }
    }
}

/// What has been read of a call so far.
private struct LipoReader {
    private let arguments: [String]
    private var next = 0
    private(set) var inputs: [LipoOptions.Input] = []
    private(set) var output: String?
    private(set) var alignments: [(architecture: MachOArchitecture, alignment: UInt32)] = []
    private(set) var is64Bit = false
    // Operations with their operands; those that may be repeated gather them.
    private var actions: [(flag: String, architectures: [MachOArchitecture], files: [LipoOptions.Input])] = []

    init(_ arguments: [String]) { self.arguments = arguments }

    mutating func read() throws(LipoError) {
        while next < arguments.count {
            let word = arguments[next]
            next += 1
            if word.hasPrefix("-"), word != "-" {
                try read(flag: word)
            } else {
                inputs.append(LipoOptions.Input(architecture: nil, path: word))
            }
        }
    }

    private mutating func read(flag: String) throws(LipoError) {
        switch flag {
        case "-create", "-info", "-detailed_info", "-archs": try add(flag)
        case "-verify_arch": try add(flag, try architecturesUpToFlag(flag))
        case "-thin", "-extract", "-extract_family", "-remove": try add(flag, [try architecture(flag)])
        case "-replace": try add(flag, [], [try input(flag)])
        case "-arch": inputs.append(try input(flag))
        case "-output", "-o":
            guard output == nil else { throw .repeatedFlag(flag) }
            output = try operand(flag)
        case "-segalign": try readAlignment(flag)
        case "-fat64": is64Bit = true
        default: throw .unknownFlag(flag)
        }
    }

    private mutating func add(
        _ flag: String, _ architectures: [MachOArchitecture] = [], _ files: [LipoOptions.Input] = []
    ) throws(LipoError) {
        guard let index = actions.firstIndex(where: { $0.flag == flag }) else {
            actions.append((flag, architectures, files))
            return
        }
        guard ["-extract", "-extract_family", "-remove", "-replace"].contains(flag) else { throw .repeatedFlag(flag) }
        actions[index].architectures += architectures
        actions[index].files += files
    }

    private mutating func operand(_ flag: String) throws(LipoError) -> String {
        guard next < arguments.count else { throw .missingOperand(flag: flag) }
        next += 1
        return arguments[next - 1]
    }

    private mutating func architecture(_ flag: String) throws(LipoError) -> MachOArchitecture {
        let word = try operand(flag)
        guard let architecture = MachOArchitecture(name: word) else { throw .unknownArchitecture(word) }
        return architecture
    }

    private mutating func input(_ flag: String) throws(LipoError) -> LipoOptions.Input {
        LipoOptions.Input(architecture: try architecture(flag), path: try operand(flag))
    }

    private mutating func architecturesUpToFlag(_ flag: String) throws(LipoError) -> [MachOArchitecture] {
        var all = [try architecture(flag)]
        while next < arguments.count, !arguments[next].hasPrefix("-") { all.append(try architecture(flag)) }
        return all
    }

    private mutating func readAlignment(_ flag: String) throws(LipoError) {
        let architecture = try architecture(flag)
        let value = try operand(flag)
        let digits = value.hasPrefix("0x") ? String(value.dropFirst(2)) : value
        guard let number = UInt32(digits, radix: 16), number.nonzeroBitCount == 1,
            number.trailingZeroBitCount <= Int(FatFile.greatestAlignment)
        else { throw .badAlignment(architecture: architecture.name, value: value) }
        guard !alignments.contains(where: { $0.architecture == architecture }) else {
            throw .repeatedFlag("-segalign \(architecture.name)")
        }
        alignments.append((architecture, UInt32(number.trailingZeroBitCount)))
    }

    /// The one operation; nil when none was named.
    func action() throws(LipoError) -> LipoOptions.Action? {
        guard actions.count <= 1 else { throw .severalActions(actions.map { "`\($0.flag)`" }) }
        guard let (flag, architectures, files) = actions.first else { return nil }
        switch flag {
        case "-create": return .create
        case "-info": return .info
        case "-detailed_info": return .detailedInfo
        case "-archs": return .archs
        case "-verify_arch": return .verify(architectures)
        case "-thin": return .thin(architectures[0])
        case "-extract": return .extract(architectures)
        case "-extract_family": return .extractFamily(architectures)
        case "-remove": return .remove(architectures)
        case "-replace": return .replace(files)
        default: return nil  // Only the flags above are ever added.
        }
    }
}
