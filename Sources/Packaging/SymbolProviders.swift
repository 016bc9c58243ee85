import Basics
import ObjectFiles

/// Every symbol that a link for one target would find: in the library's own archives, in its dependencies and in the
/// sysroot, and what compilers and linkers bring along.
struct SymbolProviders {
    private var names: Set<String> = []
    /// By symbol: the shared library of an ELF system that has it, where that one is linked on request only.
    private var onRequest: [String: String] = [:]
    private let expectation: AuditExpectation
    /// Stubs that were given for the target and do not name it, with the name that they lack.
    private(set) var strangers: [(path: RelativePath, missing: String)] = []

    /// - Parameter allowed: names as C spells them that the application is to define.
    init(for expectation: AuditExpectation, allowed: [String]) {
        self.expectation = expectation
        names = Set(allowed.map { expectation.symbolPrefix + $0 })
    }

    func provides(_ name: String) -> Bool {
        if names.contains(name) || onRequest[name] != nil { return true }
        if CompilerRuntime.provides(name, expectation.format, prefix: expectation.symbolPrefix) { return true }
        // A COFF object that was compiled for a DLL names the pointer to the function.
        return expectation.format == .coff && name.hasPrefix("__imp_") && names.contains(String(name.dropFirst(6)))
    }

    /// The library, without `lib` and suffix, that a user has to link for a symbol; nil when it comes by itself.
    func library(for name: String) -> String? { names.contains(name) ? nil : onRequest[name] }

    mutating func add(_ archive: AuditedArchive) {
        for member in archive.members { names.formUnion(member.summary.definedSymbols) }
    }

    /// Takes what a library of the sysroot or of a dependency defines, of any kind: a .tbd, a shared library, an
    /// archive, an object. A linker script is passed over: the files that it names are given too.
    mutating func add(_ view: ByteView, at path: RelativePath) throws(PackagingError) {
        do throws(ObjectFileError) {
            if Self.isLinkerScript(view) { return }
            switch try FileKind(of: view) {
            case .textStub: add(try TextStub(view), path)
            case .archive: for member in try Archive(view).members { try add(member.bytes) }
            case .object: add(try ObjectFile(view).summary().definedSymbols, of: Self.requested(path))
            case .fat, .bitcode: return
            }
        } catch {
            throw .object(error)
        }
    }

    private mutating func add(_ symbols: some Sequence<String>, of library: String?) {
        guard let library, expectation.format == .elf else { return names.formUnion(symbols) }
        for symbol in symbols where onRequest[symbol] == nil { onRequest[symbol] = library }
    }

    /// `m` for `1-libm.so.6`; nil for what compilers link by themselves: C's library, their own, the loader.
    private static func requested(_ path: RelativePath) -> String? {
        guard let match = path.name.firstMatch(of: /lib([a-z]+)\.so/), !["c", "gcc_s"].contains(match.output.1) else {
            return nil
        }
        return String(match.output.1)
    }

    /// A member of an archive; what is no object (a note, an import of a DLL) defines nothing that can be read.
    private mutating func add(_ member: ByteView) throws(ObjectFileError) {
        guard let kind = try? FileKind(of: member), case .object = kind else { return }
        names.formUnion(try ObjectFile(member).summary().definedSymbols)
    }

    private mutating func add(_ stub: TextStub, _ path: RelativePath) {
        guard let word = expectation.stubTarget else { return }
        if !stub.supports(word) { strangers.append((path, word)) }
        names.formUnion(stub.symbols(for: word))
    }

    private static func isLinkerScript(_ view: ByteView) -> Bool {
        ["/* GNU ld script", "INPUT(", "INPUT (", "GROUP(", "GROUP ("].contains { view.starts(with: $0.utf8) }
    }
}
