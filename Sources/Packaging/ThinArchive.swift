import Basics
import ObjectFiles
import Targets

/// One target's slice of an installed archive, which may be fat.
///
/// A build with several `-arch` flags at once installs fat archives. Its targets share the prefix, and each target uses
/// the slice for its architecture.
enum ThinArchive {
    /// Returns the bytes for one target: its slice if the file is fat, else the whole file, of any format.
    static func view(of bytes: [UInt8], at path: RelativePath, for target: Target) throws -> ByteView {
        let whole = ByteView(bytes, name: path.string)
        guard case .fat? = try? FileKind(of: whole) else { return whole }
        let slices = try FatFile(whole).slices
        guard let slice = slices.first(where: { $0.architecture.name == target.architecture.rawValue }) else {
            throw PackagingError.noSlice(path, target)
        }
        return slice.bytes
    }
}
