/// The formats that fuzzing damages, and all operations on such files.
///
/// The tests and `scripts/fuzz` share these files, which depend on neither, and only on the public part of
/// `ObjectFiles`.
enum FuzzFormat: String, CaseIterable, Sendable {
    case fat
    case machO = "mach-o"
    case archive = "ar"
    case textStub = "tbd"
    case elf
    case coff
    case wasm
}
