/// The layout of a new fat file; `FatFile.swift` describes the format.
///
/// Slices are in `FatOrder`; each begins at the next multiple of its alignment; zeros fill the gaps.
public struct FatLayout: Sendable {
    /// The sources in the order of the file.
    public let sources: [FatSource]
    /// The start of each source.
    let offsets: [UInt64]
    let is64Bit: Bool

    /// Throws for two slices of one architecture, and for offsets or sizes that need more than 32 bits without
    /// `is64Bit`.
    public init(_ sources: [FatSource], is64Bit: Bool = false) throws(ObjectFileError) {
        try Self.checkDuplicates(sources)
        let sorted = FatOrder.sorted(sources)
        var offset = UInt64(8 + sources.count * (is64Bit ? 32 : 20))
        var offsets: [UInt64] = []
        for source in sorted {
            let mask = UInt64(1) << UInt64(source.alignment) - 1
            offset = (offset + mask) & ~mask
            let size = source.size
            guard is64Bit || max(offset, size) <= UInt64(UInt32.max) else {
                throw source.bytes.error(.tooLargeForFat32(architecture: source.architecture.name))
            }
            offsets.append(offset)
            offset += size
        }
        self.sources = sorted
        self.offsets = offsets
        self.is64Bit = is64Bit
    }

    /// Uses 64-bit offsets when 32 bits do not suffice, unless a slice is an executable: the kernel cannot load fat64.
    init(growing sources: [FatSource]) throws(ObjectFileError) {
        do throws(ObjectFileError) {
            try self.init(sources)
        } catch {
            guard case .tooLargeForFat32 = error.fault, !sources.contains(where: \.isExecutable) else { throw error }
            try self.init(sources, is64Bit: true)
        }
    }

    private static func checkDuplicates(_ sources: [FatSource]) throws(ObjectFileError) {
        for (index, source) in sources.enumerated() {
            for other in sources[..<index] where other.architecture.isSame(as: source.architecture) {
                throw source.bytes.error(
                    .sameArchitecture(source.architecture.name, first: other.name, second: source.name))
            }
        }
    }

    /// Returns the fat header and its table, of which the last `hidden` rows are not counted.
    private func header(hidden: Int) -> [UInt8] {
        var writer = ByteWriter(.big)
        writer.append(is64Bit ? FatFile.magic64 : FatFile.magic32)
        writer.append(UInt32(sources.count - hidden))
        for (source, offset) in zip(sources, offsets) {
            writer.append(source.architecture.type.rawValue)
            writer.append(source.architecture.subtype)
            if is64Bit {
                writer.append(offset)
                writer.append(source.size)
                writer.append(source.alignment)
                writer.append(0 as UInt32)
            } else {
                // The initializer ensures that both fit.
                writer.append(UInt32(offset))
                writer.append(UInt32(source.size))
                writer.append(source.alignment)
            }
        }
        return writer.bytes
    }

    /// Returns the whole file in pieces, without copying; the header does not count the last `hidden` slices.
    func pieces(hidden: Int = 0) -> [OutputPiece] {
        let header = header(hidden: hidden)
        var pieces: [OutputPiece] = [.bytes(header)]
        var end = UInt64(header.count)
        for (source, offset) in zip(sources, offsets) {
            pieces += [.zeros(Int(offset - end))] + source.pieces
            end = offset + source.size
        }
        return pieces
    }
}
