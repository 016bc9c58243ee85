/// Which end of a number comes first in a file.
public enum ByteOrder: Hashable, Sendable {
    case little
    case big
}
