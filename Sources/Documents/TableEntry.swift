/// One entry of a mapping whose keys the author chooses (`Shape.table`).
public struct TableEntry<Name: Sendable, Element: Sendable>: Sendable {
    public let name: Located<Name>
    public let value: Element
}
