/// A declaration in a library's headers that Swift cannot import.
public struct UnimportableDeclaration: Hashable, Sendable {
    public var name: String
    /// The header and the line, if known.
    public var place: String?
    public var reason: Reason

    public enum Reason: Hashable, Sendable {
        case functionLikeMacro(parameters: [String])
        /// A macro whose body uses a macro with arguments.
        case usesMacro(String)
        /// A macro that is another name of a function.
        case alias(of: String)
        /// A macro that names a type.
        case type(String)
        /// A macro that is not a number, a string, or the name of one.
        case noConstant(String)
        case variadic(PreprocessedHeaders.Function)
        /// A function with types that Swift cannot import.
        case types(PreprocessedHeaders.Function)
    }

    public var text: String {
        let shim = self.shim.map { "\n  shim: \($0)" } ?? ""
        return "`\(name)`\(place.map { " (\($0))" } ?? ""): \(reason)\(shim)"
    }
}

extension UnimportableDeclaration.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .functionLikeMacro: "a macro that takes arguments"
        case .usesMacro(let macro): "a macro that uses `\(macro)`, which takes arguments"
        case .alias(let function): "a macro that is another name of the function `\(function)`"
        case .type(let type): "a macro that names the type `\(type)`"
        case .noConstant: "a macro that is not a number, a string, or the name of one"
        case .variadic: "a function with variable arguments"
        case .types: "a function with a type that Swift cannot import"
        }
    }
}

extension UnimportableDeclaration {
    /// Returns the declarations of the headers that are missing in Swift's interface, with the reasons. Source of the
    /// rules: "Using Imported C Macros in Swift" in Apple's documentation, and the behaviour of Swift's importer.
    ///
    /// - Parameter interface: Swift's printed interface of the module.
    public static func all(in headers: PreprocessedHeaders, seen interface: String) -> [UnimportableDeclaration] {
        let names = declared(in: interface)
        let functions = Dictionary(headers.functions.map { ($0.name, $0) }) { first, _ in first }
        let takers = Set(headers.macros.filter { $0.parameters != nil }.map(\.name))
        let macros = headers.macros.compactMap { macro -> UnimportableDeclaration? in
            guard !names.contains(macro.name), isPublic(macro), let reason = reason(macro, functions, takers) else {
                return nil
            }
            return UnimportableDeclaration(name: macro.name, place: "\(macro.file):\(macro.line)", reason: reason)
        }
        let unseen = headers.functions.filter { !names.contains($0.name) && !$0.name.hasPrefix("__") }
        return macros
            + unseen.map { UnimportableDeclaration(name: $0.name, reason: $0.isVariadic ? .variadic($0) : .types($0)) }
    }

    /// Returns whether a macro may matter to callers. Include guards, other macros without a body, and macros that only
    /// decorate declarations (`API`, `EXPORT`) do not.
    private static func isPublic(_ macro: PreprocessedHeaders.Macro) -> Bool {
        let body = macro.body
        if macro.name.hasPrefix("_") || macro.parameters == nil && body.isEmpty { return false }
        let words = ["__attribute__", "__declspec", "extern", "static", "inline", "__inline", "const", "__restrict"]
        return !words.contains { body == $0 || body.hasPrefix($0 + " ") || body.hasPrefix($0 + "(") }
            && body != macro.name
    }

    private static func reason(
        _ macro: PreprocessedHeaders.Macro, _ functions: [String: PreprocessedHeaders.Function], _ takers: Set<String>
    ) -> Reason? {
        if let parameters = macro.parameters { return .functionLikeMacro(parameters: parameters) }
        if functions[macro.body] != nil { return .alias(of: macro.body) }
        let words = macro.body.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        if let taker = words.first(where: takers.contains) { return .usesMacro(taker) }
        let types: Set<String> = [
            "char", "short", "int", "long", "float", "double", "unsigned", "signed", "void", "struct", "union", "enum",
        ]
        if let first = words.first, types.contains(first), !macro.body.contains("(") { return .type(macro.body) }
        return .noConstant(macro.body)
    }

    /// Returns the names that follow Swift's declaration keywords.
    private static func declared(in interface: String) -> Set<String> {
        let words: Set<String> = ["func", "var", "let", "typealias", "struct", "enum", "case", "class", "protocol"]
        var names: Set<String> = []
        for line in interface.split(separator: "\n") where !line.drop(while: \.isWhitespace).hasPrefix("//") {
            let parts = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
            for (word, name) in zip(parts, parts.dropFirst()) where words.contains(String(word)) {
                names.insert(String(name))
            }
        }
        return names
    }
}
