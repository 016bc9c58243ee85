/// The order of a number's bytes in a file.
public enum ByteOrder: Hashable, Sendable {
    case little
    case big
}
