/// An entry of an object's symbol table, in words common to all formats.
public struct ObjectSymbol: Hashable, Sendable {
    /// As the linker sees it: with the leading underscore in Mach-O.
    public var name: String
    public var definition: Definition
    public var binding: Binding
    /// Visible to other objects of one link, but not outside what that makes: Mach-O's private extern, ELF's hidden.
    public var isHidden: Bool
    /// Address or offset of a definition; size of a common symbol; in the format's terms.
    public var value: UInt64

    public enum Definition: Hashable, Sendable {
        case undefined
        /// A tentative definition of C, to be placed by the linker.
        case common
        case defined
    }

    public enum Binding: Hashable, Sendable {
        /// Seen in its own object only.
        case local
        case global
        /// Gives way to a global definition; undefined: may stay so.
        case weak
    }

    public init(
        name: String, definition: Definition, binding: Binding, isHidden: Bool = false, value: UInt64 = 0
    ) {
        self.name = name
        self.definition = definition
        self.binding = binding
        self.isHidden = isHidden
        self.value = value
    }

    /// Whether it takes part in linking with other objects.
    public var isExternal: Bool { binding != .local }
}
