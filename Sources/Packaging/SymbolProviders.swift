import Basics
import ObjectFiles
import Steps
import Targets

/// Every symbol that is defined when a program for one target is linked: in the library's archives, in its
/// dependencies, in the sysroot, in the compiler's runtime, or by the linker.
///
/// A symbol with a version has the name by which ELF objects refer to it: `memcpy@GLIBC_2.2.5`.
struct SymbolProviders {
    private var names: Set<String> = []
    /// By symbol, the ELF shared library that defines it, for libraries that compilers link only on request (`-lm`).
    private var onRequest: [String: String] = [:]
    /// The symbols that only newer versions of the C library have, with the first version.
    private var newer: [String: Substring] = [:]
    /// The newest version of glibc under which a library exports a symbol; nil without such symbols.
    private var newestVersion: OSVersion?
    private let expectation: AuditExpectation
    /// The stubs (`.tbd`) that are not for the target, each with the target's name in stubs.
    private(set) var unsupportedStubs: [(path: RelativePath, missing: String)] = []

    /// - Parameter allowed: names, as C spells them, that the application must define.
    init(for expectation: AuditExpectation, allowed: [String]) {
        self.expectation = expectation
        names = Set(allowed.map { expectation.globalPrefix + $0 })
    }

    func provides(_ name: String) -> Bool {
        let name = reference(name)
        if names.contains(name) || onRequest[name] != nil { return true }
        if CompilerRuntime.provides(name, expectation.format, prefix: expectation.globalPrefix) { return true }
        // A COFF object that imports `f` from a DLL refers to the pointer `__imp_f`.
        return expectation.format == .coff && name.hasPrefix("__imp_") && names.contains(String(name.dropFirst(6)))
    }

    /// Whether the linker fails without a definition. A weak reference may stay undefined, but not one to a version: lld
    /// and GNU ld refuse it.
    func isRequired(_ symbol: ObjectSummary.UndefinedSymbol) -> Bool {
        !symbol.isWeak || expectation.format == .elf && symbol.name.contains("@")
    }

    /// Returns the library, without `lib` and suffix, that a user must link for a symbol; nil if the symbol is defined
    /// without such a request.
    func library(for name: String) -> String? {
        let name = reference(name)
        return names.contains(name) ? nil : onRequest[name]
    }

    /// Returns the version of glibc that added a symbol; nil for symbols that no newer version has. A reference to a
    /// version names the version itself.
    func newerVersion(for name: String) -> Substring? {
        guard expectation.format == .elf, let sign = name.lastIndex(of: "@") else { return newer[name] }
        let version = name[name.index(after: sign)...]
        guard let newestVersion, let wanted = Self.version(version), wanted > newestVersion else { return nil }
        return version.dropFirst(Self.glibc.count)
    }

    private static let glibc = "GLIBC_"

    /// Returns `2.2.5` for `GLIBC_2.2.5`; nil for versions of other forms, such as `GLIBC_PRIVATE`.
    private static func version(_ text: Substring) -> OSVersion? {
        text.hasPrefix(glibc) ? OSVersion(String(text.dropFirst(glibc.count))) : nil
    }

    /// Returns the name by which the sets have a symbol. In a reference, `@@` has the meaning of `@`.
    private func reference(_ name: String) -> String {
        expectation.format == .elf && name.contains("@@") ? name.replacing("@@", with: "@") : name
    }

    mutating func add(_ archive: AuditedArchive) {
        for member in archive.members { define(member.summary.definedSymbols) }
    }

    /// Adds the symbols that an object defines: `f@@V2` is the definition of `f`, too.
    private mutating func define(_ symbols: [String]) {
        names.formUnion(symbols)
        guard expectation.format == .elf else { return }
        for symbol in symbols where symbol.contains("@@") {
            names.insert(reference(symbol))
            if let end = symbol.firstRange(of: "@@") { names.insert(String(symbol[..<end.lowerBound])) }
        }
    }

    /// Adds the definitions of a library of the sysroot or of a dependency: a .tbd, a shared library, an archive, an
    /// object. Skips linker scripts: the inputs include the files that they name.
    mutating func add(_ view: ByteView, at path: RelativePath) throws(ObjectFileError) {
        if path.name.hasSuffix("newer-symbols") { return addNewer(view) }
        if Self.isLinkerScript(view) { return }
        switch try FileKind(of: view) {
        case .textStub: add(try TextStub(view), path)
        case .archive: for member in try Archive(view).members { try add(member.bytes) }
        case .object: try addLibrary(try ObjectFile(view), Self.requested(path))
        case .fat, .bitcode: return
        }
    }

    private mutating func addLibrary(_ file: ObjectFile, _ library: String?) throws(ObjectFileError) {
        add(try file.summary().definedSymbols, of: library)
        guard case .elf(let file) = file else { return }
        let symbols = try file.versionedSymbols()
        add(symbols, of: library)
        let versions = Set(symbols.compactMap { $0.split(separator: "@").last }).compactMap(Self.version)
        newestVersion = (versions + [newestVersion].compactMap { $0 }).max()
    }

    /// Reads lines of a symbol and the version that added it.
    private mutating func addNewer(_ view: ByteView) {
        for line in String(decoding: view.bytes(), as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { newer[String(words[0])] = words[1] }
        }
    }

    private mutating func add(_ symbols: some Sequence<String>, of library: String?) {
        guard let library, expectation.format == .elf else { return names.formUnion(symbols) }
        for symbol in symbols where onRequest[symbol] == nil { onRequest[symbol] = library }
    }

    /// Returns `m` for `1-libm.so.6` (plans number the files). Returns nil for libraries that compilers link by
    /// default: the C library, the compiler's libraries, and the loader.
    private static func requested(_ path: RelativePath) -> String? {
        guard let match = path.name.firstMatch(of: /lib([a-z]+)\.so/), !["c", "gcc_s"].contains(match.output.1) else {
            return nil
        }
        return String(match.output.1)
    }

    /// Adds the definitions of an archive's member; skips members that are not objects (a text, an import from a DLL).
    private mutating func add(_ member: ByteView) throws(ObjectFileError) {
        guard let kind = try? FileKind(of: member), case .object = kind else { return }
        define(try ObjectFile(member).summary().definedSymbols)
    }

    private mutating func add(_ stub: TextStub, _ path: RelativePath) {
        guard let word = expectation.stubTarget else { return }
        if !stub.supports(word) { unsupportedStubs.append((path, word)) }
        names.formUnion(stub.symbols(for: word))
    }

    private static func isLinkerScript(_ view: ByteView) -> Bool {
        ["/* GNU ld script", "INPUT(", "INPUT (", "GROUP(", "GROUP ("].contains { view.starts(with: $0.utf8) }
    }
}
