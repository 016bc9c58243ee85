/// A .tbd: the text stub that replaces a dynamic library when linking, version 4 or 5.
///
/// Version 4 is a stream of YAML documents, one per library. The first is the requested library; the others are
/// libraries that it re-exports and includes:
/// ```
/// --- !tapi-tbd
/// tbd-version:     4
/// targets:         [ arm64-macos, x86_64-macos ]
/// install-name:    '/usr/lib/libx.dylib'
/// reexported-libraries:
///   - targets:     [ arm64-macos ]
///     libraries:   [ '/usr/lib/liby.dylib' ]
/// exports:                                  (and `reexports:`, the same way)
///   - targets:     [ arm64-macos ]
///     symbols:     [ _a, _b ]
///     weak-symbols, thread-local-symbols, objc-classes, objc-eh-types, objc-ivars: lists
/// ...
/// ```
/// Lists may span lines. Only this subset of YAML is supported: block mappings, block lists of mappings, flow lists,
/// plain and quoted words, comments. Version 5 is the same data in JSON: see `TextStub+JSON.swift`. Source: LLVM's
/// `docs/` and Apple's TAPI, "TBD file format".
///
/// Words stay in the text and become strings on demand: a stub of the system library contains tens of thousands of
/// words, of which a link needs a few.
public struct TextStub: Sendable {
    public let bytes: ByteView
    /// The documents in the order of the stream.
    public let documents: [Document]

    /// One library.
    public struct Document: Sendable {
        public var installName: String
        public var targets: [String]
        public var reexportedLibraries: [Libraries]
        var exports: [Symbols]

        /// Libraries that are re-exported for some targets.
        public struct Libraries: Sendable {
            public var targets: [String]
            public var names: [String]
        }
    }

    /// Symbols exported for some targets.
    struct Symbols: Sendable {
        var targets: [String]
        var kind: Kind
        var words: [TextStubWord]
        /// Names written with escapes, whose bytes in the text differ from the names.
        var escaped: [String] = []

        enum Kind: String, CaseIterable, Sendable {
            case symbols
            case weak = "weak-symbols"
            case threadLocal = "thread-local-symbols"
            case classes = "objc-classes"
            case exceptionTypes = "objc-eh-types"
            case instanceVariables = "objc-ivars"

            /// The prefixes that make symbol names from a word; a class has two symbols.
            var prefixes: [String] {
                switch self {
                case .symbols, .weak, .threadLocal: [""]
                case .classes: ["_OBJC_CLASS_$_", "_OBJC_METACLASS_$_"]
                case .exceptionTypes: ["_OBJC_EHTYPE_$_"]
                case .instanceVariables: ["_OBJC_IVAR_$_"]
                }
            }
        }
    }
}

/// A word of the text, without its quotes.
struct TextStubWord: Hashable, Sendable {
    var offset: UInt32
    var count: UInt32

    var range: Range<Int> { Int(offset)..<Int(offset + count) }
}
