import Basics
import Targets

/// What CMake's `find_package(NAME CONFIG)` reads: a target `NAME::LIBRARY` for each archive, and `NAME::NAME` for all
/// of them. Paths are made of where the file itself stands.
///
/// Source: CMake's manual, `cmake-packages(7)`.
struct CMakePackage {
    private let facts: PackageFacts
    private let libraries: [RelativePath]
    private let target: Target

    init(_ parameters: MakePrefixes.Parameters, _ target: Target) {
        facts = parameters.facts
        libraries = parameters.libraries
        self.target = target
    }

    var text: String {
        var lines = ["include_guard()", "include(CMakeFindDependencyMacro)"]
        // A dependency is found beside this package as well. Its file has the same variable, and forgets it at its end.
        lines += dependencies.map { "find_dependency(\($0) CONFIG)" }
        lines.append(#"get_filename_component(_xbuild_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)"#)
        // Each archive stands before those that it needs.
        for (index, library) in libraries.enumerated() {
            let needs = index + 1 < libraries.count ? [word(libraries[index + 1])] : outside
            lines += imported(word(library), library, needs)
        }
        lines += [
            "if(NOT TARGET \(facts.name)::\(facts.name))",
            "  add_library(\(facts.name)::\(facts.name) INTERFACE IMPORTED)",
            "  set_target_properties(\(facts.name)::\(facts.name) PROPERTIES INTERFACE_LINK_LIBRARIES \"\(allWords)\")",
            "endif()", "unset(_xbuild_prefix)", "",
        ]
        return lines.joined(separator: "\n")
    }

    private var dependencies: [String] { (facts.dependencies ?? []).map(\.name) }

    /// Of a library that is called as the package there is one target only.
    private func word(_ library: RelativePath) -> String {
        let name = library.linkName
        return "\(facts.name)::\(name == facts.name ? "lib\(name)" : name)"
    }

    private var allWords: String { libraries.first.map(word) ?? "" }

    private var outside: [String] {
        dependencies.map { "\($0)::\($0)" } + facts.links
            + (target.platform.isApple ? facts.frameworks.map { "-framework \($0)" } : [])
    }

    private func imported(_ word: String, _ library: RelativePath, _ needs: [String]) -> [String] {
        [
            "if(NOT TARGET \(word))", "  add_library(\(word) STATIC IMPORTED)",
            "  set_target_properties(\(word) PROPERTIES",
            "    IMPORTED_LOCATION \"${_xbuild_prefix}/lib/\(library)\"",
            "    INTERFACE_INCLUDE_DIRECTORIES \"${_xbuild_prefix}/include\"",
            "    INTERFACE_LINK_LIBRARIES \"\(needs.joined(separator: ";"))\")", "endif()",
        ]
    }

    /// Versions of the same first number that are not older will do.
    var versionText: String {
        let major = facts.version.string.prefix { $0.isNumber }
        return """
            set(PACKAGE_VERSION "\(facts.version)")
            if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION OR NOT "\(major)" STREQUAL PACKAGE_FIND_VERSION_MAJOR)
              set(PACKAGE_VERSION_COMPATIBLE FALSE)
            else()
              set(PACKAGE_VERSION_COMPATIBLE TRUE)
              if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
                set(PACKAGE_VERSION_EXACT TRUE)
              endif()
            endif()

            """
    }
}
