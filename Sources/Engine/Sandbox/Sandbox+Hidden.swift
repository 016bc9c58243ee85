// The folders of the machine that a build must not find: their contents are in no key.

import Actions
import Machine
import SystemPackage

extension Sandbox {
    /// The folders of headers, pkg-config files and CMake files of the machine's packages, and everything that people
    /// install by hand. The compilers' own folders (`/usr/lib/gcc`) are not among them.
    ///
    /// The folders inside `/usr/local` have an effect if a toolchain has tools there.
    private static let packages: [FilePath] = [
        "/usr/include", "/usr/lib/cmake", "/usr/lib/pkgconfig", "/usr/lib64/cmake", "/usr/lib64/pkgconfig",
        "/usr/local", "/usr/local/include", "/usr/local/lib/cmake", "/usr/local/lib/pkgconfig",
        "/usr/local/lib64/cmake", "/usr/local/lib64/pkgconfig", "/usr/local/share/aclocal", "/usr/local/share/cmake",
        "/usr/local/share/pkgconfig", "/usr/share/cmake", "/usr/share/pkgconfig", "/usr/src",
    ]

    /// The folders to hide on this machine. Links are left out: their targets are in the list.
    static var packagesHere: [FilePath] {
        let library: FilePath = "/usr/lib"
        let names = (try? FileSystem.repairedNames(in: library.string)) ?? []
        let multiarch = names.filter { $0.contains("-linux-gnu") }.sorted().flatMap { name in
            ["cmake", "pkgconfig"].map { library.appending(name).appending($0) }
        }
        return (packages + multiarch).filter { $0.exists && (try? FileSystem.linkTarget($0.string)) == nil }
    }

    /// The folders to hide before toolchains are mounted, none inside another.
    var hiddenFolders: [FilePath] {
        hidden.filter { path in
            !(readOnly + hidden).contains { $0 != path && path.starts(with: $0) } && !readOnly.contains(path)
        }
    }

    /// Whether a file is in an empty folder: the innermost folder of those that are hidden or shown decides.
    func hides(_ path: FilePath) -> Bool {
        let folders = (hidden + readOnly).filter { path.starts(with: $0) }
        guard let innermost = folders.max(by: { $0.components.count < $1.components.count }) else { return false }
        return !readOnly.contains(innermost)
    }

    /// The folders to hide inside the folders of toolchains.
    var hiddenInToolchains: [FilePath] {
        hidden.filter { path in
            readOnly.contains { $0 != path && path.starts(with: $0) } && !readOnly.contains(path)
        }
    }
}

extension Step {
    /// The platform property of a step whose input is the machine itself: its headers and packages.
    ///
    /// `Toolchains` sets it for a toolchain without a sysroot of its own, and `Planning` for a build with a compiler of
    /// the machine.
    var readsMachine: Bool { platform["machine"] != nil }

    /// The platform property of a step that reads and controls its own processes. `Planning` sets it for a library's own
    /// tests if the recipe says so.
    var mayTrace: Bool { platform["ptrace"] != nil }
}
