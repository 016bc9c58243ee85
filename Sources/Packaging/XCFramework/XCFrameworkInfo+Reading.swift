import ObjectFiles
import Targets

extension XCFrameworkInfo.Library {
    /// Returns the system and architectures of a library or framework binary, as its objects record them.
    ///
    /// - Parameters:
    ///   - binary: an archive, object or dynamic library, fat or not.
    ///   - path: the path that messages show.
    public static func system(
        of binary: ByteView, at path: String
    ) throws(XCFrameworkCallError) -> (XCFrameworkInfo.System, architectures: Set<String>) {
        let objects = try summaries(of: binary, at: path)
        let platforms = Set(objects.compactMap(\.platform))
        guard platforms.count < 2 else {
            throw .severalPlatforms(path, platforms.map(\.description).sorted())
        }
        guard let platform = platforms.first, let system = XCFrameworkInfo.System(platform) else {
            throw .unknownPlatform(path)
        }
        return (system, Set(objects.map(\.architecture)))
    }

    private static func summaries(
        of binary: ByteView, at path: String
    ) throws(XCFrameworkCallError) -> [ObjectSummary] {
        do throws(ObjectFileError) {
            var summaries: [ObjectSummary] = []
            for unit in try ObjectInventory(binary).slices.flatMap(\.units) {
                summaries.append(try ObjectFile(unit.bytes).summary())
            }
            return summaries
        } catch {
            throw .unreadable(path, reason: "\(error.fault)")
        }
    }
}

extension XCFrameworkInfo.System {
    /// Returns nil for platforms that xbuild does not build for.
    init?(_ platform: ObjectPlatform) {
        let known = Target.all.first { $0.platform.isApple && $0.linkerSystem == platform.word }
        guard let known else { return nil }
        self.init(known.platform, known.environment)
    }
}
