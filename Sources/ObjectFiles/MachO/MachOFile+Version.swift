/// Reads the platform, minimum version and SDK.
///
/// ```
/// LC_BUILD_VERSION:   cmd, cmdsize, platform, minos, sdk, ntools (u32), tools
/// LC_VERSION_MIN_*:   cmd, cmdsize, version, sdk (u32)
/// ```
/// Source: Apple's `mach-o/loader.h`. The older commands do not name simulators: for Intel processors, all of them
/// except the command for macOS mean a simulator.
extension MachOFile {
    /// The platform and versions for which a file was built.
    public struct BuildVersion: Hashable, Sendable {
        public var platform: ObjectPlatform
        public var minimum: PackedVersion
        public var sdk: PackedVersion
    }

    /// Returns the values of the first such command; nil if there is none. A file for two platforms (zippered) has two
    /// commands, see `buildVersions`.
    public func buildVersion() throws(ObjectFileError) -> BuildVersion? { try buildVersions().first }

    /// Returns the values of all such commands, in their order.
    public func buildVersions() throws(ObjectFileError) -> [BuildVersion] {
        var all: [BuildVersion] = []
        for command in commands {
            if command.kind == .buildVersion {
                let platform: UInt32 = try command.bytes.integer(at: 8, header.order)
                all.append(try version(ObjectPlatform(rawValue: platform), command.bytes, at: 12))
            } else if let platform = Self.platforms[command.kind] {
                all.append(try version(platform.onIntel(architecture.type.isIntel), command.bytes, at: 8))
            }
        }
        return all
    }

    private func version(
        _ platform: ObjectPlatform, _ bytes: ByteView, at offset: Int
    ) throws(ObjectFileError) -> BuildVersion {
        BuildVersion(
            platform: platform,
            minimum: PackedVersion(rawValue: try bytes.integer(at: offset, header.order)),
            sdk: PackedVersion(rawValue: try bytes.integer(at: offset + 4, header.order)))
    }

    private static let platforms: [LoadCommand.Kind: ObjectPlatform] = [
        .versionMinimumMacOS: .macOS, .versionMinimumIOS: .iOS, .versionMinimumTVOS: .tvOS,
        .versionMinimumWatchOS: .watchOS,
    ]
}
