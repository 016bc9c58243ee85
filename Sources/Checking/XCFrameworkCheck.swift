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

    static let info: RelativePath = "Info.plist"
    /// The limit of checked libraries: there are a dozen systems, and each listed library is read.
    private static let mostLibraries = 64

    func run(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        files.checkCommon(&findings)
        guard let info = files.description(Self.info, of: .xcframework, &findings) else { return }
        checkTop(info, &findings)
        guard let list = info["AvailableLibraries"]?.list, !list.isEmpty else {
            findings.add(
                .plistLibraries, "`Info.plist` lists no libraries", file: Self.info, at: "AvailableLibraries")
            return
        }
        if list.count > Self.mostLibraries {
            findings.add(
                .plistLibraries, "`Info.plist` lists \(list.count) libraries", file: Self.info,
                at: "AvailableLibraries", cure: "list one library for each platform and variant")
        }
        var libraries: [XCFrameworkLibrary] = []
        for (index, value) in list.prefix(Self.mostLibraries).enumerated() {
            let key = "AvailableLibraries[\(index)]"
            guard let library = XCFrameworkLibrary(value, key: key, &findings) else { continue }
            libraries.append(library)
        }
        checkTogether(libraries, &findings)
        for library in libraries {
            XCFrameworkLibraryCheck(files: files, library: library).run(&findings, &contribution)
        }
        checkFolders(libraries, &findings)
    }

    private func checkTop(_ info: [String: PlainValue], _ findings: inout CheckFindings) {
        XCFrameworkLibrary.checkKeys(
            info, ["AvailableLibraries", "CFBundlePackageType", "XCFrameworkFormatVersion"], at: "", &findings)
        if info["CFBundlePackageType"]?.text != "XFWK" {
            findings.add(
                .plistPackageType, "`CFBundlePackageType` is \(BundleCheck.words(info["CFBundlePackageType"]))",
                file: Self.info, at: "CFBundlePackageType")
        }
        if info["XCFrameworkFormatVersion"]?.text != "1.0" {
            findings.add(
                .plistVersion, "`XCFrameworkFormatVersion` is \(BundleCheck.words(info["XCFrameworkFormatVersion"]))",
                file: Self.info, at: "XCFrameworkFormatVersion")
        }
    }

    private func checkTogether(_ libraries: [XCFrameworkLibrary], _ findings: inout CheckFindings) {
        var identifiers: Set<String> = []
        var systems: [String: String] = [:]
        for library in libraries {
            if !identifiers.insert(library.identifier).inserted {
                findings.add(
                    .identifierTwice, "two slices have the identifier `\(library.identifier)`", file: Self.info,
                    at: "\(library.key).LibraryIdentifier")
            }
            if let other = systems[library.system] {
                findings.add(
                    .platformTwice, "`\(library.identifier)` and `\(other)` are both for \(library.system)",
                    file: Self.info, at: library.key)
            }
            systems[library.system] = library.identifier
        }
        guard let first = libraries.first else { return }
        if let other = libraries.first(where: { $0.isFramework != first.isFramework }) {
            findings.add(
                .mixedTypes, "`\(first.libraryPath)` and `\(other.libraryPath)` are of different types",
                file: Self.info, at: "\(other.key).LibraryPath")
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
