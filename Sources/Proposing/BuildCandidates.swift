/// One way to build a source, and the reasons to propose it.
public struct BuildCandidate: Hashable, Sendable {
    public var build: ProposedBuild
    public var choices: [Choice]

    /// Returns all ways for which the source has files, the likeliest first.
    ///
    /// An existing `configure` comes first, since it needs only a shell; a `configure` that must be generated comes
    /// last, since it needs its author's tools.
    public static func all(for listing: SourceListing, library: String) -> [BuildCandidate] {
        var result: [BuildCandidate] = []
        let script = ["configure.ac", "configure.in"].first(where: listing.has)
        if listing.has("configure"), let script {
            result.append(autotools(listing, library, "`configure` and `\(script)`"))
        }
        if listing.has("meson.build") { result.append(meson(listing, library)) }
        if let folder = cmakeFolder(listing) {
            result.append(cmake(listing, library, folder: folder.isEmpty ? nil : folder))
        }
        if !listing.has("configure"), let script {
            result.append(autotools(listing, library, "`\(script)`, and no `configure`"))
        }
        if result.isEmpty, let makefile = makefile(listing) { result.append(makefile) }
        return result
    }

    private static func autotools(_ listing: SourceListing, _ library: String, _ reason: String) -> BuildCandidate {
        var choices = [Choice("build system", "autotools", "the source has \(reason)")]
        let build = AutotoolsReading(listing, library: library).proposed(choices: &choices)
        return BuildCandidate(build: build, choices: choices)
    }

    private static func meson(_ listing: SourceListing, _ library: String) -> BuildCandidate {
        var choices = [Choice("build system", "meson", "the source has `meson.build`")]
        let build = MesonReading(listing: listing, library: library).proposed(choices: &choices)
        return BuildCandidate(build: build, choices: choices)
    }

    private static func cmake(_ listing: SourceListing, _ library: String, folder: String?) -> BuildCandidate {
        let file = (folder.map { $0 + "/" } ?? "") + "CMakeLists.txt"
        var choices = [Choice("build system", "cmake", "the source has `\(file)`")]
        let reading = CMakeReading(listing: listing, library: library, folder: folder)
        return BuildCandidate(build: reading.proposed(choices: &choices), choices: choices)
    }

    private static func makefile(_ listing: SourceListing) -> BuildCandidate? {
        var choices = [Choice("build system", "script", "the source has a makefile and no configure step")]
        return MakefileReading(listing: listing).proposed(choices: &choices).map { build in
            BuildCandidate(build: build, choices: choices)
        }
    }

    /// Returns the folder of the CMake build: empty for the source's root, else a build folder that some libraries
    /// have.
    private static func cmakeFolder(_ listing: SourceListing) -> String? {
        ["", "build/cmake", "cmake", "build"].first {
            listing.has($0.isEmpty ? "CMakeLists.txt" : "\($0)/CMakeLists.txt")
        }
    }
}
