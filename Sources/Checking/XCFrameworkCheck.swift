import Basics

/// Checks an XCFramework: its property list, and every slice.
///
/// ```
/// Info.plist                     AvailableLibraries, CFBundlePackageType XFWK, XCFrameworkFormatVersion 1.0
/// IDENTIFIER/libz.a              or Z.framework
/// IDENTIFIER/Headers             of libraries
/// ```
/// Source of the rules: swift-build's `XCFramework.swift`, and reports of users of such packages.
struct XCFrameworkCheck {
    var files: PackageFiles

    /// The limit of checked libraries: there are a dozen systems, and each listed library is read.
    private static let mostLibraries = 64

    func run(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        files.checkCommon(&findings)
        guard let info = files.description(.xcframework, &findings) else { return }
        checkTop(info, &findings)
        guard let list = info["AvailableLibraries"]?.list, !list.isEmpty else {
            findings.add(.plistLibraries, "`Info.plist` lists no libraries", key: "AvailableLibraries")
            return
        }
        if list.count > Self.mostLibraries {
            findings.add(
                .plistLibraries, "`Info.plist` lists \(list.count) libraries", key: "AvailableLibraries",
                hint: "list one library for each platform and variant")
        }
        let libraries = list.prefix(Self.mostLibraries).enumerated().compactMap { index, value in
            XCFrameworkLibrary(value, key: "AvailableLibraries[\(index)]", &findings)
        }
        checkTogether(libraries, &findings)
        for library in libraries {
            XCFrameworkLibraryCheck(files: files, library: library).run(&findings, &contribution)
        }
        checkFolders(libraries, &findings)
    }

    private func checkTop(_ info: [String: PlainValue], _ findings: inout CheckFindings) {
        findings.checkKeys(
            of: info, ["AvailableLibraries", "CFBundlePackageType", "XCFrameworkFormatVersion"], at: "")
        if info["CFBundlePackageType"]?.text != "XFWK" {
            findings.add(
                .plistPackageType, "`CFBundlePackageType` is \(BundleCheck.words(info["CFBundlePackageType"]))",
                key: "CFBundlePackageType")
        }
        if info["XCFrameworkFormatVersion"]?.text != "1.0" {
            findings.add(
                .plistVersion, "`XCFrameworkFormatVersion` is \(BundleCheck.words(info["XCFrameworkFormatVersion"]))",
                key: "XCFrameworkFormatVersion")
        }
    }

    private func checkTogether(_ libraries: [XCFrameworkLibrary], _ findings: inout CheckFindings) {
        var identifiers: Set<String> = []
        var systems: [String: String] = [:]
        for library in libraries {
            if !identifiers.insert(library.identifier).inserted {
                findings.add(
                    .identifierTwice, "two slices have the identifier `\(library.identifier)`",
                    key: "\(library.key).LibraryIdentifier")
            }
            if let other = systems[library.system] {
                findings.add(
                    .platformTwice, "`\(library.identifier)` and `\(other)` are both for \(library.system)",
                    key: library.key)
            }
            systems[library.system] = library.identifier
        }
        guard let first = libraries.first else { return }
        if let other = libraries.first(where: { $0.isFramework != first.isFramework }) {
            findings.add(
                .mixedTypes, "`\(first.libraryPath)` and `\(other.libraryPath)` are of different types",
                key: "\(other.key).LibraryPath")
        }
    }

    /// Finds folders that look like slices but are not listed.
    private func checkFolders(_ libraries: [XCFrameworkLibrary], _ findings: inout CheckFindings) {
        let known = Set(libraries.map(\.identifier))
        for path in files.entries.keys.sorted() where path.components.count == 1 && files.isFolder(path) {
            let word = path.name.prefix { $0 != "-" }
            guard !known.contains(path.name), XCFrameworkLibrary.platforms.contains(String(word)) else { continue }
            findings.add(.sliceUnlisted, "`Info.plist` does not list `\(path)`", file: path)
        }
    }
}
