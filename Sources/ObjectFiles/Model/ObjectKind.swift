/// The purpose of an object file.
public enum ObjectKind: String, CaseIterable, Hashable, Sendable {
    /// An input of a linker.
    case object
    case executable
    case dynamicLibrary = "dynamic library"
    /// Loaded at run time, not linked against: Mach-O's MH_BUNDLE.
    case bundle
    /// A name that a Windows library exports, as a member of an archive to link against.
    case importObject = "import"
    /// Debug information, core dumps, kernel extensions and the like.
    case other
}
