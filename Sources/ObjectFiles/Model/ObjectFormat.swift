/// The format of an object file.
public enum ObjectFormat: String, CaseIterable, Hashable, Sendable {
    case machO = "mach-o"
    case elf
    case coff
    case wasm
}
