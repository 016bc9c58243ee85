import Basics
import ObjectFiles
import Targets

/// A target's own part of an archive that several targets may share.
///
/// A build with several `-arch` at once installs fat archives: each of its targets has the same prefix, and uses its
/// own slice.
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
