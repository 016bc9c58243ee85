/// Whether the code of a file runs at any address as it stands.
///
/// What an object says is read from its relocations: one that puts an absolute address into what is mapped read-only
/// would have to be applied by the loader, into pages that are shared. So `independent` means that a linker can make a
/// position-independent executable of it. Whether it can go into a shared library too depends on which symbols that
/// library lets others replace, and is not told by an object. Each format's
/// `+PositionIndependence` file says what counts.
public enum PositionIndependence: String, CaseIterable, Hashable, Sendable {
    case independent = "yes"
    case dependent = "no"
    /// The relocations of this processor are not known here.
    case unknown
    /// The format's loader moves everything, whatever the code holds: COFF's base relocations.
    case notApplicable = "-"
}
