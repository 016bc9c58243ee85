/// Reads version 5 of a .tbd.
///
/// ```
/// { "tapi_tbd_version": 5,
///   "main_library": {
///     "target_info": [ { "target": "arm64-macos", "min_deployment": "11.0" } ],
///     "install_names": [ { "name": "/usr/lib/libx.dylib" } ],
///     "reexported_libraries": [ { "targets": [ "arm64-macos" ], "names": [ "/usr/lib/liby.dylib" ] } ],
///     "exported_symbols": [                           (and `reexported_symbols`, the same way)
///       { "targets": [ "arm64-macos" ],
///         "data": { "global": [ "_a" ] }, "text": { "global": [ "_b" ], "weak": [ "_c" ] } } ] },
///                         (kinds: global, weak, thread_local, objc_class, objc_eh_type, objc_ivar)
///   "libraries": [ like main_library: further libraries in this file ] }
/// ```
/// A list without `targets` applies to all targets of the library. Source: LLVM's `llvm/TextAPI`, "TBD v5".
extension TextStub {
    /// Returns whether the bytes begin a JSON object that is a .tbd.
    static func isJSON(_ bytes: ByteView) -> Bool {
        guard bytes.starts(with: [UInt8(ascii: "{")]) else { return false }
        // The version may be the last key, after the keys of every library.
        return bytes.contains("\"tapi_tbd_version\"")
    }

    static func documents(_ json: JSONReader) throws(ObjectFileError) -> [Document] {
        var json = json
        var main: Document?
        var others: [Document] = []
        var version = 0
        try json.object { json, key throws(ObjectFileError) in
            switch key {
            case "tapi_tbd_version": version = try json.integer()
            case "main_library": main = try document(&json)
            case "libraries": try json.list { json throws(ObjectFileError) in others.append(try document(&json)) }
            default: try json.skip()  // Keys that a link does not need.
            }
        }
        try json.end()
        guard version == 5 else { throw json.wrong("`tapi_tbd_version` 5") }
        guard let main else { throw json.wrong("`main_library`") }
        return [main] + others
    }

    private static func document(_ json: inout JSONReader) throws(ObjectFileError) -> Document {
        var document = Document(installName: "", targets: [], reexportedLibraries: [], exports: [])
        // `target_info` comes last, because the keys are sorted alphabetically.
        var groups: [(targets: [String]?, exports: [Symbols])] = []
        var libraries: [(targets: [String]?, names: [String])] = []
        try json.object { json, key throws(ObjectFileError) in
            switch key {
            case "target_info": document.targets = try strings(&json, of: "target")
            case "install_names": document.installName = try strings(&json, of: "name").first ?? ""
            case "reexported_libraries":
                try json.list { json throws(ObjectFileError) in libraries.append(try library(&json)) }
            case "exported_symbols", "reexported_symbols":
                try json.list { json throws(ObjectFileError) in groups.append(try group(&json)) }
            default: try json.skip()
            }
        }
        guard !document.installName.isEmpty else { throw json.wrong("`install_names`") }
        document.reexportedLibraries = libraries.map {
            Document.Libraries(targets: $0.targets ?? document.targets, names: $0.names)
        }
        for group in groups {
            document.exports += group.exports.map { symbols in
                Symbols(
                    targets: group.targets ?? document.targets, kind: symbols.kind, words: symbols.words,
                    escaped: symbols.escaped)
            }
        }
        return document
    }

    private static func library(
        _ json: inout JSONReader
    ) throws(ObjectFileError) -> (targets: [String]?, names: [String]) {
        var found: (targets: [String]?, names: [String]) = (nil, [])
        try json.object { json, key throws(ObjectFileError) in
            switch key {
            case "targets": found.targets = try strings(&json)
            case "names": found.names = try strings(&json)
            default: try json.skip()
            }
        }
        return found
    }

    private static func group(
        _ json: inout JSONReader
    ) throws(ObjectFileError) -> (targets: [String]?, exports: [Symbols]) {
        var found: (targets: [String]?, exports: [Symbols]) = (nil, [])
        try json.object { json, key throws(ObjectFileError) in
            switch key {
            case "targets": found.targets = try strings(&json)
            case "data", "text":
                try json.object { json, word throws(ObjectFileError) in
                    guard let kind = kinds[word] else { return try json.skip() }
                    found.exports.append(try symbols(&json, kind))
                }
            default: try json.skip()
            }
        }
        return found
    }

    private static let kinds: [String: Symbols.Kind] = [
        "global": .symbols, "weak": .weak, "thread_local": .threadLocal, "objc_class": .classes,
        "objc_eh_type": .exceptionTypes, "objc_ivar": .instanceVariables,
    ]

    private static func symbols(
        _ json: inout JSONReader, _ kind: Symbols.Kind
    ) throws(ObjectFileError) -> Symbols {
        var symbols = Symbols(targets: [], kind: kind, words: [])
        try json.list { json throws(ObjectFileError) in
            let text = try json.string()
            if text.isEscaped { symbols.escaped.append(json.decoded(text)) } else { symbols.words.append(text.word) }
        }
        return symbols
    }

    private static func strings(_ json: inout JSONReader) throws(ObjectFileError) -> [String] {
        var all: [String] = []
        try json.list { json throws(ObjectFileError) in all.append(json.decoded(try json.string())) }
        return all
    }

    /// Returns the value of a key in every object of a list.
    private static func strings(_ json: inout JSONReader, of wanted: String) throws(ObjectFileError) -> [String] {
        var all: [String] = []
        try json.list { json throws(ObjectFileError) in
            try json.object { json, key throws(ObjectFileError) in
                if key == wanted { all.append(json.decoded(try json.string())) } else { try json.skip() }
            }
        }
        return all
    }
}
