import Basics

/// A module map, and for each header how the map lists it, and why.
public struct ModuleMap: Hashable, Sendable {
    /// The file's contents.
    public var text: String
    /// Every header of the folder: the listed ones in the map's order, then those left out.
    public var decisions: [Decision]

    public struct Decision: Hashable, Sendable, Encodable {
        public var header: RelativePath
        public var listing: Listing
        /// Nil for a header with the default listing.
        public var reason: Reason?
    }

    public enum Listing: String, Hashable, Sendable, Codable {
        /// Compiled as part of the module.
        case header
        /// Belongs to the module, but compilers read its text wherever it is included.
        case textual
        /// Includes all other headers of the module.
        case umbrella
        /// Not listed: the umbrella header includes it.
        case covered = "by the umbrella"
        case leftOut = "left out"
    }
}
