import Basics
import Packages
import Steps
import Targets

/// The file for CMake's `find_package(NAME CONFIG)`: a target `NAME::LIBRARY` for each archive, and `NAME::NAME` for
/// all of them. Paths are relative to the file itself.
///
/// Source: CMake's manual, `cmake-packages(7)`.
struct CMakePackage {
    let facts: PackageFacts
    /// The archives, in link order.
    let libraries: [RelativePath]
    let target: Target

    var text: String {
        var lines = ["include_guard()", "include(CMakeFindDependencyMacro)"]
        // The files of dependencies use and unset the variable `_xbuild_prefix` too, so they are included before this
        // file sets it.
        lines += dependencies.map { "find_dependency(\($0) CONFIG)" }
        lines.append(#"get_filename_component(_xbuild_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)"#)
        // Each archive comes before the archives that it needs.
        for (index, library) in libraries.enumerated() {
            let needs = index + 1 < libraries.count ? [word(libraries[index + 1])] : outside
            lines += imported(word(library), library, needs)
        }
        let all = libraries.first.map(word) ?? ""
        lines += [
            "if(NOT TARGET \(facts.name)::\(facts.name))",
            "  add_library(\(facts.name)::\(facts.name) INTERFACE IMPORTED)",
            "  set_target_properties(\(facts.name)::\(facts.name) PROPERTIES INTERFACE_LINK_LIBRARIES \"\(all)\")",
            "endif()", "unset(_xbuild_prefix)", "",
        ]
        return lines.joined(separator: "\n")
    }

    private var dependencies: [String] { (facts.dependencies ?? []).map(\.name) }

    /// Returns the name of an archive's CMake target. `lib` avoids a collision with the target of the whole package.
    private func word(_ library: RelativePath) -> String {
        let name = library.linkName
        return "\(facts.name)::\(name == facts.name ? "lib\(name)" : name)"
    }

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

    /// The text of the version file. The package satisfies a request if it is not older than the requested version and
    /// has the same first number.
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
