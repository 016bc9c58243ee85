/// One entry of a table.
public struct TableEntry<Name: Sendable, Element: Sendable>: Sendable {
    public let name: Located<Name>
    public let value: Element
}
