import Basics
import Targets

/// Slices that are merged into one archive, and the path of the archive.
///
/// A fat file contains each architecture at most once, so devices and simulators with arm64 need separate files:
/// - The slices of one platform and environment (iOS devices, iOS simulators, macOS…) are a group, at `lib/WORD/libX.a`:
///   `ios`, `ios-simulator`, `macos`, `catalyst`… Their architectures always differ.
/// - The *universal* archive, at `lib/libX.a`, joins iOS devices and simulators as hand-written scripts did: all built
///   slices if their architectures differ; else the classic five (`ios-universal`) if all of those were built; else
///   there is none. It needs slices of both kinds: for devices alone it would equal `lib/ios/libX.a`.
///
/// A group of one slice keeps the slice's archive unchanged: a fat file of one slice adds nothing.
struct ArchiveGroup: Hashable {
    /// The folder below `lib`; nil for the universal archive, which is in `lib` itself.
    var folder: RelativePath?
    /// The targets in the order of `Target.all`.
    var targets: [Target]

    /// Returns the path of the group's archive of that file name, below the root.
    func path(of library: RelativePath) -> RelativePath {
        let lib: RelativePath = "lib"
        return (folder.map(lib.appending) ?? lib).appending(library)
    }

    /// Returns the groups of the Apple targets among `built`.
    static func all(of built: [Target]) -> [ArchiveGroup] {
        let apple = built.filter(\.platform.isApple).sorted()
        let groups = apple.map(\.system).uniqued().map { system in
            ArchiveGroup(folder: .checked(system), targets: apple.filter { $0.system == system })
        }
        return universal(of: apple) + groups
    }

    private static func universal(of apple: [Target]) -> [ArchiveGroup] {
        let iOS = apple.filter { $0.platform == .iOS && $0.environment != .macCatalyst }
        let classicFive = TargetGroup.iosUniversal.targets(host: .host)
        let classic = classicFive.allSatisfy(apple.contains) ? classicFive : []
        let candidate = Set(iOS.map(\.architecture)).count == iOS.count ? iOS : classic
        let kinds = Set(candidate.map(\.environment))
        return kinds.count == 2 ? [ArchiveGroup(folder: nil, targets: candidate)] : []
    }
}
