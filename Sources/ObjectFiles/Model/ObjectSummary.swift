/// The properties of an object that an audit needs, read in one pass.
public struct ObjectSummary: Hashable, Sendable {
    public var format: ObjectFormat
    public var kind: ObjectKind
    /// The architecture in the words of the format's own tools: lipo's words for Mach-O (`armv7`, `armv7s`, `armv7k`,
    /// `arm64`, `arm64e`, `arm64_32`, `i386`, `x86_64`), the triple's for the others (`aarch64`, `x86_64`, `i386`,
    /// `arm`, `riscv64`).
    public var architecture: String
    /// The platform; nil for all formats but Mach-O, which record none.
    public var platform: ObjectPlatform?
    /// The oldest OS version for which the object was built.
    public var minimumVersion: PackedVersion?
    /// The SDK with which the object was built; 0.0 if the compiler did not record the SDK.
    public var sdkVersion: PackedVersion?
    public var bitcode: BitcodeContent = .none
    /// The names of the symbols that other objects can use, including common ones, in the order of the table.
    public var definedSymbols: [String] = []
    /// The names of the symbols that the object needs from others, in the order of the table.
    public var undefinedSymbols: [UndefinedSymbol] = []
    /// Whether the object contains DWARF or CodeView.
    public var hasDebugInformation: Bool = false
    /// Whether the debug information is compressed, so that its contents are unknown without decompression.
    public var hasCompressedDebugInformation: Bool = false
    /// Whether the object requires an executable stack (ELF: `.note.GNU-stack` is missing or has the execute flag;
    /// Mach-O: the flag of an executable).
    public var hasExecutableStack: Bool = false
    public var positionIndependence: PositionIndependence = .unknown
    /// The compatibility flags of the processor's ABI beyond the architecture, in the words of the ABI: `hard-float`,
    /// `elfv2`, `ibt`, `simd128`. Sorted.
    public var abiFlags: [String] = []
    /// The linker options that the object requests (LC_LINKER_OPTION), such as libraries and frameworks; each is a list
    /// of arguments.
    public var linkerOptions: [[String]] = []

    public struct UndefinedSymbol: Hashable, Sendable {
        public var name: String
        /// Whether the symbol may stay undefined.
        public var isWeak: Bool
    }

    mutating func take(_ symbols: [ObjectSymbol]) {
        // Reserves the exact space: in WebAssembly a symbol may have only three bytes, so that the names need more
        // memory than the file, and a growing array takes up to twice the space that it needs.
        let undefined = symbols.lazy.filter { $0.isExternal && $0.definition == .undefined }.count
        undefinedSymbols.reserveCapacity(undefined)
        definedSymbols.reserveCapacity(symbols.lazy.filter(\.isExternal).count - undefined)
        for symbol in symbols { take(symbol) }
    }

    /// Adds the name of an external symbol; ignores a local one.
    mutating func take(_ symbol: ObjectSymbol) {
        guard symbol.isExternal else { return }
        switch symbol.definition {
        case .defined, .common: definedSymbols.append(symbol.name)
        case .undefined:
            undefinedSymbols.append(UndefinedSymbol(name: symbol.name, isWeak: symbol.binding == .weak))
        }
    }
}
