/// What an audit asks of an object, read in one go.
public struct ObjectSummary: Hashable, Sendable {
    public var format: ObjectFormat
    public var kind: ObjectKind
    /// As the format's own tools call it: lipo's words for Mach-O (`armv7`, `armv7s`, `armv7k`, `arm64`, `arm64e`,
    /// `arm64_32`, `i386`, `x86_64`), the triple's for the others (`aarch64`, `x86_64`, `i386`, `arm`, `riscv64`).
    public var architecture: String
    /// Nil when the object does not say, as all but Mach-O.
    public var platform: ObjectPlatform?
    /// The oldest OS version it is for.
    public var minimumVersion: PackedVersion?
    /// The SDK it was built with; 0.0 when the compiler did not know.
    public var sdkVersion: PackedVersion?
    public var bitcode: BitcodeContent
    /// Names of the symbols that other objects can use, common ones too; in the order of the table.
    public var definedSymbols: [String]
    /// Names that it needs from elsewhere; in the order of the table.
    public var undefinedSymbols: [UndefinedSymbol]
    /// Whether it carries DWARF or CodeView.
    public var hasDebugInformation: Bool
    /// Whether that is compressed, so that nobody who does not unpack it can say what is in it.
    public var hasCompressedDebugInformation: Bool
    /// Whether it asks for an executable stack (ELF: no `.note.GNU-stack`, or one that says so; Mach-O: the flag of an
    /// executable).
    public var hasExecutableStack: Bool
    public var positionIndependence: PositionIndependence
    /// What binds it to others of its processor beyond the architecture, in the words of the processor's ABI:
    /// `hard-float`, `elfv2`, `ibt`, `simd128`. Sorted.
    public var abiFlags: [String]
    /// Libraries and frameworks that it asks the linker for by itself (LC_LINKER_OPTION), a list of words each.
    public var linkerOptions: [[String]]

    public struct UndefinedSymbol: Hashable, Sendable {
        public var name: String
        /// May stay undefined.
        public var isWeak: Bool

        public init(name: String, isWeak: Bool) {
            self.name = name
            self.isWeak = isWeak
        }
    }

    public init(
        format: ObjectFormat, kind: ObjectKind, architecture: String, platform: ObjectPlatform? = nil,
        minimumVersion: PackedVersion? = nil, sdkVersion: PackedVersion? = nil, bitcode: BitcodeContent = .none,
        definedSymbols: [String] = [], undefinedSymbols: [UndefinedSymbol] = [], hasDebugInformation: Bool = false,
        hasCompressedDebugInformation: Bool = false, hasExecutableStack: Bool = false,
        positionIndependence: PositionIndependence = .unknown, abiFlags: [String] = [], linkerOptions: [[String]] = []
    ) {
        self.format = format
        self.kind = kind
        self.architecture = architecture
        self.platform = platform
        self.minimumVersion = minimumVersion
        self.sdkVersion = sdkVersion
        self.bitcode = bitcode
        self.definedSymbols = definedSymbols
        self.undefinedSymbols = undefinedSymbols
        self.hasDebugInformation = hasDebugInformation
        self.hasCompressedDebugInformation = hasCompressedDebugInformation
        self.hasExecutableStack = hasExecutableStack
        self.positionIndependence = positionIndependence
        self.abiFlags = abiFlags
        self.linkerOptions = linkerOptions
    }

    mutating func take(_ symbols: [ObjectSymbol]) {
        // Room for as many as there are: a symbol of WebAssembly has three bytes, and an array that grows has up to
        // twice the room that it needs.
        let undefined = symbols.lazy.filter { $0.isExternal && $0.definition == .undefined }.count
        undefinedSymbols.reserveCapacity(undefined)
        definedSymbols.reserveCapacity(symbols.lazy.filter(\.isExternal).count - undefined)
        for symbol in symbols { take(symbol) }
    }

    /// Counts a symbol among those that other objects see, if it is one.
    mutating func take(_ symbol: ObjectSymbol) {
        guard symbol.isExternal else { return }
        switch symbol.definition {
        case .defined, .common: definedSymbols.append(symbol.name)
        case .undefined:
            undefinedSymbols.append(UndefinedSymbol(name: symbol.name, isWeak: symbol.binding == .weak))
        }
    }
}
