/// Reads the arguments of a call in any order, as Apple's lipo(1) does.
extension LipoOptions {
    init(_ arguments: [String]) throws(LipoError) {
        var reader = LipoReader(arguments)
        try reader.read()
        self = try reader.options()
    }
}

/// The part of a call that was read so far.
private struct LipoReader {
    private let arguments: [String]
    private var next = 0
    private var inputs: [LipoOptions.Input] = []
    private var output: String?
    private var alignments: [(architecture: MachOArchitecture, alignment: UInt32)] = []
    private var is64Bit = false
    private var hidesARM64 = false
    private var operations: [LipoOperation] = []
    // The operands of operations.
    private var thinned: MachOArchitecture?
    private var verified: [MachOArchitecture] = []
    private var extracted: [MachOArchitecture] = []
    private var extractsFamilies = false
    private var removed: [MachOArchitecture] = []
    private var replaced: [LipoOptions.Replacement] = []

    init(_ arguments: [String]) { self.arguments = arguments }

    mutating func read() throws(LipoError) {
        while next < arguments.count {
            let word = arguments[next]
            next += 1
            if word.hasPrefix("-") {
                try read(flag: word)
            } else {
                inputs.append(LipoOptions.Input(architecture: nil, path: word))
            }
        }
    }

    /// Undocumented short forms of Apple's lipo.
    private static let longFlags = [
        "-a": "-arch", "-c": "-create", "-d": "-detailed_info", "-e": "-extract", "-i": "-info", "-o": "-output",
        "-rem": "-remove", "-rep": "-replace", "-s": "-segalign", "-t": "-thin",
    ]

    private mutating func read(flag: String) throws(LipoError) {
        switch Self.longFlags[flag] ?? flag {
        case "-arch":
            let architecture = try architecture(flag)
            inputs.append(LipoOptions.Input(architecture: architecture, path: try operand(flag)))
        case "-output":
            guard output == nil else { throw .repeatedFlag(flag) }
            output = try operand(flag)
        case "-segalign": try readAlignment(flag)
        case "-fat64": is64Bit = true
        case "-hideARM64": hidesARM64 = true
        case "-arch_blank": throw .abandonedFlag(flag)
        case "-extract_family":
            extractsFamilies = true
            try read(.extract, flag)
        case let long:
            guard let operation = LipoOperation(rawValue: long) else { throw .unknownFlag(flag) }
            try read(operation, flag)
        }
    }

    private mutating func read(_ operation: LipoOperation, _ flag: String) throws(LipoError) {
        if !operations.contains(operation) { operations.append(operation) }
        switch operation {
        case .create, .info, .detailedInfo, .archs: break
        case .verify:
            // Takes all remaining words, even flags: inputs come before them.
            repeat { verified.append(try architecture(flag)) } while next < arguments.count
        case .thin:
            guard thinned == nil else { throw .repeatedFlag(flag) }
            thinned = try architecture(flag)
        case .extract: extracted.append(try architecture(flag))
        case .remove: removed.append(try architecture(flag))
        case .replace:
            let architecture = try architecture(flag)
            replaced.append(LipoOptions.Replacement(architecture: architecture, path: try operand(flag)))
        }
    }

    private mutating func operand(_ flag: String) throws(LipoError) -> String {
        guard next < arguments.count else { throw .missingOperand(flag: flag) }
        next += 1
        return arguments[next - 1]
    }

    private mutating func architecture(_ flag: String) throws(LipoError) -> MachOArchitecture {
        let word = try operand(flag)
        guard let architecture = MachOArchitecture(name: word) else {
            throw .unknownArchitecture(word, flag: flag)
        }
        return architecture
    }

    private mutating func readAlignment(_ flag: String) throws(LipoError) {
        let architecture = try architecture(flag)
        let value = try operand(flag)
        let digits = value.hasPrefix("0x") || value.hasPrefix("0X") ? String(value.dropFirst(2)) : value
        guard let number = UInt32(digits, radix: 16), number.nonzeroBitCount == 1,
            number.trailingZeroBitCount <= Int(FatFile.greatestAlignment)
        else { throw .badAlignment(architecture: architecture.name, value: value) }
        alignments.append((architecture, UInt32(number.trailingZeroBitCount)))
    }

    /// Returns the call, if its parts are consistent.
    func options() throws(LipoError) -> LipoOptions {
        guard let operation = operations.first else { throw .noOperation }
        if let writer = operations.first(where: \.writes), output == nil { throw .noOutput(flag: writer.rawValue) }
        guard !inputs.isEmpty else { throw .noInput }
        guard operations.count == 1 else { throw .severalOperations(operations.map(\.rawValue)) }
        guard operation.takesMany || inputs.count == 1 else {
            throw .oneInputWanted(flag: operation.rawValue, given: inputs.count)
        }
        guard operation.canHide || !hidesARM64 else { throw .nothingToHide(flag: operation.rawValue) }
        return LipoOptions(
            action: try action(operation), inputs: inputs, output: output ?? "", alignments: alignments,
            is64Bit: is64Bit,
            hidesARM64: hidesARM64)
    }

    private func action(_ operation: LipoOperation) throws(LipoError) -> LipoOptions.Action {
        switch operation {
        case .create: return .create
        case .info: return .info
        case .detailedInfo: return .detailedInfo
        case .archs: return .archs
        case .verify: return .verify(verified)
        case .thin:
            guard let thinned else { throw .missingOperand(flag: operation.rawValue) }
            return .thin(thinned)
        case .extract: return .extract(try once(extracted, "-extract"), families: extractsFamilies)
        case .remove: return .remove(try once(removed, "-remove"))
        case .replace:
            _ = try once(replaced.map(\.architecture), "-replace")
            return .replace(replaced)
        }
    }

    private func once(_ named: [MachOArchitecture], _ flag: String) throws(LipoError) -> [MachOArchitecture] {
        guard let twice = named.firstRepeated else { return named }
        throw .repeatedFlag("\(flag) \(twice.name)")
    }
}

extension [MachOArchitecture] {
    /// The first architecture that denotes the same slice as an earlier one.
    var firstRepeated: MachOArchitecture? {
        indices.first { index in self[..<index].contains { $0.isSame(as: self[index]) } }.map { self[$0] }
    }
}
