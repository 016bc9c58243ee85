import Foundation

/// A library in the package's folder `Vendor`, as its `manifest.json` describes it.
struct VendoredPackage {
    /// The recipe's name; `package` is the name of the SwiftPM package.
    var name: String
    var package: String
    var module: String
    /// The path of the library's SwiftPM package; relative to the user's package if it is inside that package's folder.
    var path: String

    private struct Manifest: Decodable {
        var name: String
        var module: String
    }

    /// - Parameter folder: the path that xbuild printed: `NAME-VERSION` in the folder of packages, relative to the
    ///   package's folder.
    init(_ folder: String, root: URL) throws {
        let place = folder.hasPrefix("/") ? URL(filePath: folder) : root.appending(path: folder)
        let manifest = try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: place.appending(path: "manifest.json")))
        // The name of the library's package depends on the symbol prefix.
        let made = try FileManager.default.contentsOfDirectory(
            atPath: place.appending(path: "swiftpm").path(percentEncoded: false))
        name = manifest.name
        package = made.first ?? manifest.name
        module = manifest.module
        path = "\(folder)/swiftpm/\(package)"
    }

    /// Returns the text with the lines to add to `Package.swift`.
    ///
    /// - Parameter asked: the libraries that the user requested; the others are dependencies.
    static func advice(for packages: [VendoredPackage], asked: [String]) -> String {
        let wanted = packages.filter { asked.contains($0.name) }
        let others = packages.filter { !asked.contains($0.name) }
        var lines = ["", "Add to `dependencies` of the package:"]
        lines += wanted.map { "    .package(path: \"\($0.path)\")," }
        lines += ["and to `dependencies` of a target:"]
        lines += wanted.map { "    .product(name: \"\($0.module)\", package: \"\($0.package)\")," }
        lines += ["then: " + wanted.map { "import \($0.module)" }.joined(separator: "; ")]
        if !others.isEmpty { lines.append("They use \(others.map(\.path).joined(separator: ", ")).") }
        return lines.joined(separator: "\n")
    }
}
