extension ModuleMapText {
    /// Reads a module map. `extern module` refers to other files, which are not read.
    ///
    /// - Throws: an error with the first line that violates the grammar.
    public init(parsing text: String) throws(ModuleMapTextError) {
        var parser = try Parser(text)
        modules = try parser.modules(depth: 0)
    }

    /// The depth limit of modules; libraries nest them a few levels deep.
    private static let deepest = 32

    private struct Parser {
        private var scanner: Scanner
        private var token: Token

        init(_ text: String) throws(ModuleMapTextError) {
            scanner = Scanner(text)
            token = try scanner.next()
        }

        private mutating func advance() throws(ModuleMapTextError) { token = try scanner.next() }

        /// Skips the next token if it is of this kind; returns whether it was.
        private mutating func take(_ kind: Token.Kind) throws(ModuleMapTextError) -> Bool {
            guard token.kind == kind else { return false }
            try advance()
            return true
        }

        private func fail(_ expected: String) -> ModuleMapTextError {
            ModuleMapTextError(line: token.line, expected: expected)
        }

        private mutating func text(_ expected: String) throws(ModuleMapTextError) -> String {
            guard case .text(let text) = token.kind else { throw fail(expected) }
            try advance()
            return text
        }

        /// Reads a name: words or strings joined by dots; a part may be `*`.
        private mutating func name() throws(ModuleMapTextError) -> String {
            var parts: [String] = []
            repeat {
                switch token.kind {
                case .word(let word), .text(let word): parts.append(word)
                case .mark("*"): parts.append("*")
                case .mark, .end: throw fail("a name")
                }
                try advance()
            } while try take(.mark("."))
            return parts.joined(separator: ".")
        }

        /// Reads all modules at the outer level, up to the end.
        mutating func modules(depth: Int) throws(ModuleMapTextError) -> [Module] {
            var all: [Module] = []
            while token.kind != .end {
                guard let module = try module(depth: depth) else { throw fail("`module`") }
                all += module
            }
            return all
        }

        /// Reads one module declaration; returns an empty list for `extern module`, and nil if the next token begins no
        /// module.
        private mutating func module(depth: Int) throws(ModuleMapTextError) -> [Module]? {
            let start = self
            if try take(.word("extern")) {
                guard try take(.word("module")) else { throw fail("`module`") }
                _ = try name()
                _ = try text("a file's name")
                return []
            }
            let line = token.line
            _ = try take(.word("explicit"))
            let isFramework = try take(.word("framework"))
            guard try take(.word("module")) else {
                self = start
                return nil
            }
            guard depth < ModuleMapText.deepest else { throw fail("fewer levels of modules") }
            var module = Module(name: try name(), isFramework: isFramework, line: line)
            try skipAttributes()
            guard try take(.mark("{")) else { throw fail("`{`") }
            while try !take(.mark("}")) {
                guard token.kind != .end else { throw fail("`}`") }
                if let submodule = try self.module(depth: depth + 1) {
                    module.submodules += submodule
                } else {
                    try member(of: &module)
                }
            }
            return [module]
        }

        private mutating func skipAttributes() throws(ModuleMapTextError) {
            while try take(.mark("[")) {
                _ = try name()
                guard try take(.mark("]")) else { throw fail("`]`") }
            }
        }

        private mutating func member(of module: inout Module) throws(ModuleMapTextError) {
            guard case .word(let word) = token.kind else { throw fail("a declaration or `}`") }
            guard isDeclaration else { throw fail("a declaration") }
            let line = token.line
            if word == "header" { return try header(.header, line, &module) }
            try advance()
            switch word {
            case "private":
                let isTextual = try take(.word("textual"))
                try header(isTextual ? .textual : .header, line, &module)
            case "textual":
                _ = try take(.word("private"))
                try header(.textual, line, &module)
            case "exclude": try header(.excluded, line, &module)
            case "umbrella": try umbrella(line, &module)
            case "link":
                _ = try take(.word("framework"))
                _ = try text("a library's name")
            case "requires": try skipList()
            case "config_macros":
                try skipAttributes()
                if case .word = token.kind, !isDeclaration { try skipList() }
            case "export", "export_as", "use": _ = try name()
            case "conflict":
                _ = try name()
                guard try take(.mark(",")) else { throw fail("`,`") }
                _ = try text("a message")
            default: throw ModuleMapTextError(line: line, expected: "a declaration")
            }
        }

        /// Whether the next token begins a declaration. It can do so after `config_macros`, whose list may be empty.
        private var isDeclaration: Bool {
            guard case .word(let word) = token.kind else { return false }
            return ModuleMapWriter.keywords.contains(word)
        }

        private mutating func skipList() throws(ModuleMapTextError) {
            repeat {
                _ = try take(.mark("!"))
                _ = try name()
            } while try take(.mark(","))
        }

        private mutating func header(
            _ kind: Kind, _ line: Int, _ module: inout Module
        ) throws(ModuleMapTextError) {
            guard try take(.word("header")) else { throw fail("`header`") }
            module.headers.append(Header(kind: kind, path: try text("a header's name"), line: line))
            // The size and time of the file, for clang's own use.
            if try take(.mark("{")) {
                while try !take(.mark("}")) {
                    guard token.kind != .end else { throw fail("`}`") }
                    try advance()
                }
            }
        }

        private mutating func umbrella(_ line: Int, _ module: inout Module) throws(ModuleMapTextError) {
            if case .text(let folder) = token.kind {
                module.umbrellaFolder = folder
                try advance()
            } else {
                try header(.umbrella, line, &module)
            }
        }
    }
}
