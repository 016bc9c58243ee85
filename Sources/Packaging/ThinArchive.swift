import Basics
import ObjectFiles
import Targets

/// A target's own part of an archive that several targets may share.
///
/// A library that is built with several `-arch` at once installs fat archives: each of their targets then has the same
/// prefix, and means its slice.
enum ThinArchive {
    /// The bytes for one target: those of its slice when the file is fat, else all of them.
    static func view(of bytes: [UInt8], at path: RelativePath, for target: Target) throws(PackagingError) -> ByteView {
        let whole = ByteView(bytes, name: path.string)
        do {
            guard try FileKind(of: whole) == .fat else { return whole }
            let word = target.architecture.rawValue
            guard let slice = try FatFile(whole).slices.first(where: { $0.architecture.name == word }) else {
                throw PackagingError.noSlice(path, target)
            }
            return slice.bytes
        } catch let error as ObjectFileError {
            throw .object(error)
        } catch let error as PackagingError {
            throw error
        } catch {
            throw .unreadable(path, "\(error)")
        }
    }
}
