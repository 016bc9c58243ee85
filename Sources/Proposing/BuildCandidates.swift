import Recipes

/// One way to build a source, and the reasons to propose it.
public struct BuildCandidate: Hashable, Sendable {
    public var build: ProposedBuild
    public var choices: [Choice]

    /// Returns the candidates for all build systems whose files the source contains, the likeliest first.
    ///
    /// Autotools come first if `configure` exists, because it needs only a shell. They come last if `configure` must be
    /// generated, because that needs the tools of the library's authors.
    public static func all(for listing: SourceListing, library: String) -> [BuildCandidate] {
        let hasConfigure = listing.has("configure")
        let autotools = ["configure.ac", "configure.in"].first(where: listing.has).flatMap { script in
            BuildCandidate(
                hasConfigure ? "`configure` and `\(script)`" : "`\(script)`, and no `configure`",
                AutotoolsReading(listing, library: library).proposed)
        }
        let meson =
            listing.has("meson.build")
            ? BuildCandidate("`meson.build`", MesonReading(listing: listing, library: library).proposed) : nil
        let cmake = cmakeFolder(listing).flatMap { folder in
            BuildCandidate(
                "`\(folder.isEmpty ? "" : folder + "/")CMakeLists.txt`",
                CMakeReading(listing: listing, library: library, folder: folder.isEmpty ? nil : folder).proposed)
        }
        let all = (hasConfigure ? [autotools, meson, cmake] : [meson, cmake, autotools]).compactMap(\.self)
        guard all.isEmpty else { return all }
        let makefile = BuildCandidate("a makefile and no configure step", MakefileReading(listing: listing).proposed)
        return [makefile].compactMap(\.self)
    }

    /// Creates a candidate from a reading of build files; nil if `read` proposes no build.
    private init?(_ files: String, _ read: (inout [Choice]) -> ProposedBuild?) {
        var found: [Choice] = []
        guard let build = read(&found) else { return nil }
        self.build = build
        choices = [Choice("build system", build.system.rawValue, "the source has \(files)")] + found
    }

    /// Returns the folder of the top-level `CMakeLists.txt`: empty for the source's root; nil if neither the root nor a
    /// usual folder for build files contains one.
    private static func cmakeFolder(_ listing: SourceListing) -> String? {
        ["", "build/cmake", "cmake", "build"].first {
            listing.has($0.isEmpty ? "CMakeLists.txt" : "\($0)/CMakeLists.txt")
        }
    }
}
