/// Whether the code of a file runs at any address unchanged.
///
/// For objects, the relocations decide: the loader would have to write an absolute address into shared read-only pages.
/// So `independent` means that a linker can make a position-independent executable from the object. Whether a linker
/// can put the object into a shared library depends on which symbols of that library can be replaced at run time, which
/// an object does not record. Each format's `+PositionIndependence` file lists its rules.
public enum PositionIndependence: String, CaseIterable, Hashable, Sendable {
    case independent = "yes"
    case dependent = "no"
    /// This module has no table of the processor's relocations.
    case unknown
    /// The format's loader relocates everything, regardless of the code: COFF's base relocations.
    case notApplicable = "-"
}
