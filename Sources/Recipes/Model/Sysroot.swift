/// The replacement of a toolchain's sysroot.
public enum Sysroot: Hashable, Sendable {
    /// An SDK that the toolchain finds by this name: `macosx14.4`.
    case named(String)
    /// An absolute folder of the machine.
    case folder(String)

    /// Reads a name or an absolute path; nil for any other text.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        if text.hasPrefix("/") {
            guard !text.split(separator: "/").contains("..") else { return nil }
            self = .folder(text)
        } else {
            guard !text.contains("/"), !text.hasPrefix("-"), !text.hasPrefix(".") else { return nil }
            self = .named(text)
        }
    }
}
