/// The formats of the files that fuzzing damages. The extensions contain the operations on such files.
///
/// The tests and `scripts/fuzz` share the sources in this folder, which use only the public part of `ObjectFiles`.
enum FuzzFormat: String, CaseIterable, Sendable {
    case fat
    case machO = "mach-o"
    case archive = "ar"
    case textStub = "tbd"
    case elf
    case coff
    case wasm
}
