/// An entry of an object's symbol table, in a form common to all formats.
public struct ObjectSymbol: Hashable, Sendable {
    /// The name for the linker: with the leading underscore in Mach-O.
    public var name: String
    public var definition: Definition
    public var binding: Binding
    /// Whether the symbol is visible to other objects of one link, but not outside the linked file: Mach-O's private
    /// extern, ELF's hidden.
    public var isHidden: Bool = false
    /// The address or offset of a definition, or the size of a common symbol, in the format's terms.
    public var value: UInt64 = 0
    /// The place of a definition.
    public var place: Place = .nowhere
    /// Whether the symbol is marked as data: ELF's STT_OBJECT.
    public var isObject: Bool = false

    public enum Definition: Hashable, Sendable {
        case undefined
        /// A tentative definition of C, which the linker places.
        case common
        case defined
    }

    public enum Binding: Hashable, Sendable {
        /// The symbol is visible only in the object that contains it.
        case local
        case global
        /// A definition that a global definition replaces, or a reference that may stay undefined.
        case weak
    }

    public enum Place: Hashable, Sendable {
        /// The symbol is not defined here, or the format does not record its place.
        case nowhere
        /// An address or a number that belongs to no section.
        case absolute
        /// The index of one of the file's `sections()`.
        case section(Int)
        /// The symbol stands for another, or for the result of a function that is called at load time: Mach-O's N_INDR,
        /// ELF's STT_GNU_IFUNC.
        case indirect
        /// For debuggers only: COFF's section -2.
        case debugging
    }

    /// Whether linkers connect the symbol with those of other objects.
    public var isExternal: Bool { binding != .local }
}
