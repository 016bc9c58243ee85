/// Making fat files in memory.
extension FatFile {
    /// One fat file of many thin ones (objects or archives) or fat ones, with 32-bit offsets. Names are what errors
    /// call the inputs.
    ///
    /// Refuses two slices of one architecture, archives of mixed or no architecture, and what is no Mach-O.
    public static func merge(
        slices: [(name: String, bytes: [UInt8])]
    ) throws(ObjectFileError) -> [UInt8] {
        try merge(slices.map { ByteView($0.bytes, name: $0.name) })
    }

    /// The same of views, which carry their names.
    public static func merge(_ views: [ByteView]) throws(ObjectFileError) -> [UInt8] {
        var sources: [FatSource] = []
        for view in views { sources += try FatSource.all(in: view) }
        return try FatLayout(sources).pieces().joined()
    }
}
