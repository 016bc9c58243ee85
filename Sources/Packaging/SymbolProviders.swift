import Basics
import ObjectFiles
import Steps

/// Every symbol that is defined when a program for one target is linked: in the library's archives, in its
/// dependencies, in the sysroot, in the compiler's runtime, or by the linker.
struct SymbolProviders {
    private var names: Set<String> = []
    /// By symbol, the ELF shared library that defines it, for libraries that compilers link only on request (`-lm`).
    private var onRequest: [String: String] = [:]
    /// The symbols that only newer versions of the C library have, with the first version.
    private var newer: [String: Substring] = [:]
    private let expectation: AuditExpectation
    /// The stubs (`.tbd`) that are not for the target, each with the target's name in stubs.
    private(set) var unsupportedStubs: [(path: RelativePath, missing: String)] = []

    /// - Parameter allowed: names, as C spells them, that the application must define.
    init(for expectation: AuditExpectation, allowed: [String]) {
        self.expectation = expectation
        names = Set(allowed.map { expectation.globalPrefix + $0 })
    }

    func provides(_ name: String) -> Bool {
        if names.contains(name) || onRequest[name] != nil { return true }
        if CompilerRuntime.provides(name, expectation.format, prefix: expectation.globalPrefix) { return true }
        // A COFF object that imports `f` from a DLL refers to the pointer `__imp_f`.
        return expectation.format == .coff && name.hasPrefix("__imp_") && names.contains(String(name.dropFirst(6)))
    }

    /// Returns the library, without `lib` and suffix, that a user must link for a symbol; nil if the symbol is defined
    /// without such a request.
    func library(for name: String) -> String? { names.contains(name) ? nil : onRequest[name] }

    /// Returns the version of glibc that added a symbol; nil for symbols that no newer version has.
    func newerVersion(for name: String) -> Substring? { newer[name] }

    mutating func add(_ archive: AuditedArchive) {
        for member in archive.members { names.formUnion(member.summary.definedSymbols) }
    }

    /// Adds the definitions of a library of the sysroot or of a dependency: a .tbd, a shared library, an archive, an
    /// object. Skips linker scripts: the inputs include the files that they name.
    mutating func add(_ view: ByteView, at path: RelativePath) throws(ObjectFileError) {
        if path.name.hasSuffix("newer-symbols") { return addNewer(view) }
        if Self.isLinkerScript(view) { return }
        switch try FileKind(of: view) {
        case .textStub: add(try TextStub(view), path)
        case .archive: for member in try Archive(view).members { try add(member.bytes) }
        case .object: add(try ObjectFile(view).summary().definedSymbols, of: Self.requested(path))
        case .fat, .bitcode: return
        }
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
        names.formUnion(try ObjectFile(member).summary().definedSymbols)
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
