import Basics
import ObjectFiles
import Targets

/// A target's own part of an archive that several targets may share.
///
/// A library that is built with several `-arch` at once installs fat archives: each of their targets then has the same
/// prefix, and means its slice.
enum ThinArchive {
    /// The bytes for one target: those of its slice when the file is fat, else all of them, whatever they are.
    static func view(of bytes: [UInt8], at path: RelativePath, for target: Target) throws(PackagingError) -> ByteView {
        let whole = ByteView(bytes, name: path.string)
        guard case .fat? = try? FileKind(of: whole) else { return whole }
        let slices = try slices(of: whole)
        guard let slice = slices.first(where: { $0.architecture.name == target.architecture.rawValue }) else {
            throw .noSlice(path, target)
        }
        return slice.bytes
    }

    private static func slices(of whole: ByteView) throws(PackagingError) -> [FatSlice] {
        do {
            return try FatFile(whole).slices
        } catch {
            throw .object(error)
        }
    }
}
