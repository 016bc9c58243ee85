import Documents

// What xbuild says to the tools itself, and a recipe must not.

extension RecipeLanguage {
    private static let ownArguments = ["--host", "--build", "--target", "--prefix", "--srcdir", "--cache-file"]

    /// Refuses arguments of `configure` that xbuild gives.
    @Sendable
    static func ownConfigure(_ arguments: [RecipeWord], _ node: DocumentNode, _ findings: inout Findings)
        -> [RecipeWord]?
    {
        let nodes: [DocumentNode] = if case .list(let nodes) = node.content { nodes } else { [node] }
        for node in nodes {
            guard case .scalar(let text, _) = node.content else { continue }
            let name = String(text.prefix { $0 != "=" })
            if ownArguments.contains(name) {
                findings.error("`\(name)` is given by xbuild", at: node.mark)
            } else if let key = ownVariables[name], text.contains("=") {
                findings.error("`\(name)` is set by xbuild", at: node.mark, hint: key)
            }
        }
        return arguments
    }

    /// Variables that xbuild sets, and what to write instead.
    private static let ownVariables: [String: String?] = [
        "CFLAGS": "write `cflags:`", "CPPFLAGS": "write `defines:` or `cflags:`", "LDFLAGS": "write `ldflags:`",
        "SDKROOT": "write `sysroot:`", "MACOSX_DEPLOYMENT_TARGET": "write `minimum:`",
        "IPHONEOS_DEPLOYMENT_TARGET": "write `minimum:`", "CC": nil, "CXX": nil, "CPP": nil, "AR": nil, "RANLIB": nil,
        "NM": nil, "STRIP": nil, "LD": nil, "PATH": nil, "HOME": nil, "TMPDIR": nil, "MAKEFLAGS": nil, "LC_ALL": nil,
        "TZ": nil, "SOURCE_DATE_EPOCH": nil, "ZERO_AR_DATE": nil, "ROOT": nil, "CONFIG_SHELL": nil, "MAKE": nil,
        "PKG_CONFIG_LIBDIR": nil,
        "XBUILD_AR": nil,
        "XBUILD_JOBSERVER": nil,
    ]

    /// Environment variables by name.
    static let variables = Shape<[TableEntry<String, RecipeWord>]>.table(
        "a table of variables", keys: variableName, values: variableValue
    ).map { Dictionary($0.map { ($0.name.value, $0.value) }) { first, _ in first } }

    private static let variableName = word(
        "a variable's name", .identifier, hint: "for example `ac_cv_func_getentropy`"
    ).checked { name, node, findings in
        guard let key = ownVariables[name] else { return name }
        findings.error("`\(name)` is set by xbuild", at: node.mark, hint: key)
        return nil
    }
}
