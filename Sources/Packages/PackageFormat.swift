/// A format in which a library can be packaged.
public enum PackageFormat: String, CaseIterable, Codable, Hashable, Sendable {
    case xcframework
    case artifactBundle = "artifactbundle"
    case swiftPackage = "swiftpm"
    case prefix
}

/// The form of a library in an XCFramework.
public enum LibraryStyle: String, CaseIterable, Codable, Hashable, Sendable {
    /// An archive and its headers.
    case library
    /// A static framework for each variant.
    case framework
}
