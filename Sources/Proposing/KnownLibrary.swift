import Recipes

/// A library that has a recipe, and the names by which build files of other libraries request it.
public struct KnownLibrary: Hashable, Sendable {
    public var recipe: String
    private var names: Set<String>

    /// - Parameter archives: the names of the recipe's archives, such as `libpng16.a`.
    public init(recipe: String, archives: [String]) {
        self.recipe = recipe
        let stems = archives.map { $0.dropFirst($0.hasPrefix("lib") ? 3 : 0).dropLast(2).lowercased() }
        let plain = stems.map { stem in
            String(stem.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed())
        }
        names = Set([recipe.lowercased()] + stems + plain).filter { !$0.isEmpty }
        names.formUnion(names.map { "lib" + $0 })
    }

    func isCalled(_ name: String) -> Bool { names.contains(name.lowercased()) }
}

/// Finds the libraries that a source requests: `PKG_CHECK_MODULES`, `AC_CHECK_LIB`, `find_package`, `dependency`.
enum RequestedLibraries {
    static func names(in listing: SourceListing, for build: ProposedBuild) -> [(name: String, path: String)] {
        switch build.system {
        case .autotools:
            ["configure.ac", "configure.in"].flatMap { path in
                (listing.texts[path].map { text in
                    modules(in: text) + words(in: text, behind: "AC_CHECK_LIB(")
                        + words(in: text, behind: "AC_SEARCH_LIBS(", skipping: 1)
                } ?? []).map { ($0, path) }
            }
        case .cmake:
            words(inFilesNamed: "CMakeLists.txt", of: listing, behind: ["find_package(", "FIND_PACKAGE("])
        case .meson:
            words(inFilesNamed: "meson.build", of: listing, behind: ["dependency(", "find_library("])
        case .script: []
        }
    }

    private static func words(
        inFilesNamed name: String, of listing: SourceListing, behind marks: [String]
    ) -> [(name: String, path: String)] {
        listing.texts(named: name).flatMap { file in
            marks.flatMap { words(in: file.text, behind: $0) }.map { ($0, file.path) }
        }
    }

    /// Returns, for each occurrence of the mark, the word after it and after `count` skipped words.
    private static func words(in text: String, behind mark: String, skipping count: Int = 0) -> [String] {
        text.ranges(of: mark).compactMap { place in
            let parts = text[place.upperBound...].prefix(200).split { " \t\n,[]()'\"".contains($0) }
            return parts.dropFirst(count).first.map(String.init)
        }
    }

    /// Returns the modules in `PKG_CHECK_MODULES([NAME], [zlib >= 1.2 libpng])`: `zlib`, `libpng`.
    private static func modules(in text: String) -> [String] {
        text.ranges(of: "PKG_CHECK_MODULES").flatMap { place -> [String] in
            let parts = text[place.upperBound...].prefix(300).split(separator: ",", maxSplits: 2)
            guard parts.count > 1 else { return [] }
            return parts[1].split { " \t\n[]()".contains($0) }.map(String.init).filter { $0.first?.isLetter == true }
        }
    }
}

extension BuildCandidate {
    /// Returns the candidate, with added dependencies: the known recipes of libraries that the source's build files
    /// request.
    public func asking(among known: [KnownLibrary], listing: SourceListing) -> BuildCandidate {
        var result = self
        for asked in RequestedLibraries.names(in: listing, for: build) {
            guard let library = known.first(where: { $0.isCalled(asked.name) }),
                !result.build.depends.contains(library.recipe)
            else { continue }
            result.build.depends.append(library.recipe)
            result.choices.append(Choice("depends", library.recipe, "`\(asked.path)` requires `\(asked.name)`"))
        }
        return result
    }
}
