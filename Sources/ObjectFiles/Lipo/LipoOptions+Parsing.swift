/// Reads the arguments of a call in any order, as Apple's lipo(1) does.
extension LipoOptions {
    init(_ arguments: [String]) throws(LipoError) {
        var operations: [LipoOperation] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word.hasPrefix("-") {
                try read(word, &rest, &operations)
            } else {
                inputs.append((nil, word))
            }
        }
        operation = try checked(operations)
    }

    /// Undocumented short forms of Apple's lipo.
    private static let longFlags = [
        "-a": "-arch", "-c": "-create", "-d": "-detailed_info", "-e": "-extract", "-i": "-info", "-o": "-output",
        "-rem": "-remove", "-rep": "-replace", "-s": "-segalign", "-t": "-thin",
    ]

    private mutating func read(
        _ flag: String, _ rest: inout ArraySlice<String>, _ operations: inout [LipoOperation]
    ) throws(LipoError) {
        switch Self.longFlags[flag] ?? flag {
        case "-arch": inputs.append((try Self.architecture(flag, &rest), try Self.operand(flag, &rest)))
        case "-output":
            guard output == nil else { throw .repeatedFlag(flag) }
            output = try Self.operand(flag, &rest)
        case "-segalign": alignments.append(try Self.alignment(flag, &rest))
        case "-fat64": is64Bit = true
        case "-hideARM64": hidesARM64 = true
        case "-arch_blank": throw .abandonedFlag(flag)
        case let long:
            selectsFamilies = selectsFamilies || long == "-extract_family"
            guard let operation = long == "-extract_family" ? .extract : LipoOperation(rawValue: long) else {
                throw .unknownFlag(flag)
            }
            guard operation != .thin || !operations.contains(.thin) else { throw .repeatedFlag(flag) }
            if !operations.contains(operation) { operations.append(operation) }
            try readOperands(of: operation, flag, &rest)
        }
    }

    private mutating func readOperands(
        of operation: LipoOperation, _ flag: String, _ rest: inout ArraySlice<String>
    ) throws(LipoError) {
        switch operation {
        case .create, .info, .detailedInfo, .archs: break
        case .verify:
            // All remaining words, even flags, must name architectures: inputs come before them.
            repeat { architectures.append(try Self.architecture(flag, &rest)) } while !rest.isEmpty
        case .thin, .extract, .remove: architectures.append(try Self.architecture(flag, &rest))
        case .replace: replacements.append((try Self.architecture(flag, &rest), try Self.operand(flag, &rest)))
        }
    }

    private static func operand(_ flag: String, _ rest: inout ArraySlice<String>) throws(LipoError) -> String {
        guard let word = rest.popFirst() else { throw .missingOperand(flag: flag) }
        return word
    }

    private static func architecture(
        _ flag: String, _ rest: inout ArraySlice<String>
    ) throws(LipoError) -> MachOArchitecture {
        let word = try operand(flag, &rest)
        guard let architecture = MachOArchitecture(name: word) else { throw .unknownArchitecture(word, flag: flag) }
        return architecture
    }

    private static func alignment(
        _ flag: String, _ rest: inout ArraySlice<String>
    ) throws(LipoError) -> (MachOArchitecture, UInt32) {
        let architecture = try architecture(flag, &rest)
        let value = try operand(flag, &rest)
        let digits = value.hasPrefix("0x") || value.hasPrefix("0X") ? String(value.dropFirst(2)) : value
        guard let number = UInt32(digits, radix: 16), number.nonzeroBitCount == 1,
            number.trailingZeroBitCount <= Int(FatFile.greatestAlignment)
        else { throw .badAlignment(architecture: architecture.name, value: value) }
        return (architecture, UInt32(number.trailingZeroBitCount))
    }

    /// Returns the operation, if the parts of the call are consistent.
    private func checked(_ operations: [LipoOperation]) throws(LipoError) -> LipoOperation {
        guard let operation = operations.first else { throw .noOperation }
        if let writer = operations.first(where: \.writes), output == nil { throw .noOutput(flag: writer.rawValue) }
        guard !inputs.isEmpty else { throw .noInput }
        guard operations.count == 1 else { throw .severalOperations(operations.map(\.rawValue)) }
        guard operation.takesMany || inputs.count == 1 else {
            throw .oneInputWanted(flag: operation.rawValue, given: inputs.count)
        }
        guard operation.canHide || !hidesARM64 else { throw .nothingToHide(flag: operation.rawValue) }
        let named = operation == .replace ? replacements.map(\.architecture) : architectures
        if operation != .verify, let twice = named.firstRepeated {
            throw .repeatedFlag("\(operation.rawValue) \(twice.name)")
        }
        return operation
    }
}

extension [MachOArchitecture] {
    /// The first architecture that denotes the same slice as an earlier architecture.
    var firstRepeated: MachOArchitecture? {
        indices.first { index in self[..<index].contains { $0.isSame(as: self[index]) } }.map { self[$0] }
    }
}
