/// Merges fat files in memory.
extension FatFile {
    /// Returns one fat file made from several thin ones (objects or archives) or fat ones, with 32-bit offsets. Errors
    /// contain the names of the views.
    ///
    /// Throws for two slices of one architecture, for archives of mixed or no architecture, and for files that are not
    /// Mach-O.
    public static func merge(_ views: [ByteView]) throws(ObjectFileError) -> [UInt8] {
        var sources: [FatSource] = []
        for view in views { sources += try FatSource.all(in: view) }
        return try FatLayout(sources).pieces().joined()
    }
}
