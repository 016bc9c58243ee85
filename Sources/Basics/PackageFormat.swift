/// What a library can be packaged as.
public enum PackageFormat: String, CaseIterable, Codable, Hashable, Sendable {
    case xcframework
    case artifactBundle = "artifactbundle"
    case swiftPackage = "swiftpm"
    case prefix
}

/// How a library stands in an XCFramework.
public enum LibraryStyle: String, CaseIterable, Codable, Hashable, Sendable {
    /// An archive and its headers.
    case library
    /// A static framework for each variant.
    case framework
}
