/// The options in a build's log that configure, CMake or Meson did not understand. Lines are added one by one.
///
/// ```
/// configure: WARNING: unrecognized options: --enable-a, --with-b
///   Manually-specified variables were not used by the project:
///
///     NAME
/// meson.build:1:0: ERROR: Unknown options: "a, b"
/// ```
/// Source: Autoconf's `general.m4`, CMake's `cmake.cxx`, Meson's `coredata.py`.
struct UnknownOptions {
    /// The options in their order, each once.
    private(set) var names: [String] = []
    private var isInList = false

    mutating func add(_ line: String) {
        if isInList { return addListed(line) }
        if let list = line.firstMatch(of: /^configure: WARNING: unrecognized options: (.+)$/)?.1 {
            add(list)
        } else if let list = line.firstMatch(of: /(?:ERROR|WARNING): Unknown options?: "(.+)"/)?.1 {
            add(list)
        } else if line.hasSuffix("Manually-specified variables were not used by the project:") {
            isInList = true
        }
    }

    private mutating func add(_ list: Substring) {
        for name in list.split(separator: ",") { add(name: String(name).trimmingPrefix(" ").description) }
    }

    /// Reads a line of CMake's list: indented by four, after and before empty lines.
    private mutating func addListed(_ line: String) {
        if line.hasPrefix("    ") {
            add(name: String(line.drop { $0 == " " }))
        } else if !line.isEmpty {
            isInList = false
        }
    }

    private mutating func add(name: String) {
        if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
}
