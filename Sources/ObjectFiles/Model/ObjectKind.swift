/// What a file of objects is for.
public enum ObjectKind: String, CaseIterable, Hashable, Sendable {
    /// Input of a linker.
    case object
    case executable
    case dynamicLibrary = "dynamic library"
    /// Loaded at run time, not linked against: Mach-O's MH_BUNDLE.
    case bundle
    /// A name that a library of Windows exports, as a member of an archive to link against.
    case importObject = "import"
    /// Debug information, core dumps, kernel extensions and the like.
    case other
}
