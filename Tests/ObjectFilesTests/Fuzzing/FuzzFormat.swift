/// The formats that are fed with tampered files, and everything that can be asked of such a file.
///
/// The tests and `scripts/fuzz` share these files: they know neither of the two,
/// and of `ObjectFiles` only what is public.
enum FuzzFormat: String, CaseIterable, Sendable {
    case fat
    case machO = "mach-o"
    case archive = "ar"
    case textStub = "tbd"
    case elf
    case coff
    case wasm
}
