import Basics
import Documents

// Environment variables, some of which only xbuild may set.

extension RecipeLanguage {
    /// Variables that xbuild sets. The value is a hint with the key to use instead; nil if there is no such key.
    static let ownVariables: [String: String?] = [
        "CFLAGS": "write `cflags:`", "CPPFLAGS": "write `defines:` or `cflags:`", "LDFLAGS": "write `ldflags:`",
        "SDKROOT": "write `sysroot:`", "MACOSX_DEPLOYMENT_TARGET": "write `minimum:`",
        "IPHONEOS_DEPLOYMENT_TARGET": "write `minimum:`", "CC": nil, "CXX": nil, "CPP": nil, "AR": nil, "RANLIB": nil,
        "NM": nil, "STRIP": nil, "LD": nil, "PATH": nil, "HOME": nil, "TMPDIR": nil, "MAKEFLAGS": nil, "LC_ALL": nil,
        "TZ": nil, "SOURCE_DATE_EPOCH": nil, "ZERO_AR_DATE": nil, "ROOT": nil, "CONFIG_SHELL": nil, "MAKE": nil,
        "PKG_CONFIG_LIBDIR": nil, "XBUILD_AR": nil, "XBUILD_JOBSERVER": nil,
    ]

    /// Environment variables by name.
    static let variables = Shape<[TableEntry<String, RecipeWord>]>.table(
        "a table of variables", keys: variableName, values: variableValue)

    private static let variableName = word(
        "a variable's name", .identifier, hint: "for example `ac_cv_func_getentropy`"
    ).checked { name, node, findings in
        guard ownVariables[name] != nil || BuildVariable(rawValue: name) != nil else { return name }
        findings.error("`\(name)` is set by xbuild", at: node.mark, hint: ownVariables[name] ?? nil)
        return nil
    }
}
