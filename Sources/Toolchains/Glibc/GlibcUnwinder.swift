import Targets

/// The functions of GCC's `libgcc_s.so.1` that unwind the stack. Code that is compiled with `-fexceptions` calls them,
/// and libraries that print their callers do. The compiler's own archive does not have them.
///
/// Source: GCC's `libgcc/libgcc-std.ver.in` and `libgcc/config/arm/libgcc-bpabi.ver`.
struct GlibcUnwinder {
    /// The functions by their versions.
    private let functions: [(version: String, names: [String])]

    /// The library's file name.
    static let soname = "libgcc_s.so.1"

    init(_ architecture: Architecture) {
        let common = [
            "DeleteException", "ForcedUnwind", "GetDataRelBase", "GetLanguageSpecificData", "GetRegionStart",
            "GetTextRelBase", "RaiseException", "Resume",
        ]
        let versions =
            architecture == .armv7
            ? [
                ("3.0", common), ("3.3", ["GetCFA", "Resume_or_Rethrow"]),
                ("3.5", ["Complete", "VRS_Get", "VRS_Pop", "VRS_Set"]), ("4.3.0", ["Backtrace"]),
            ]
            : [
                ("3.0", common + ["Find_FDE", "GetGR", "GetIP", "SetGR", "SetIP"]),
                ("3.3", ["Backtrace", "FindEnclosingFunction", "GetCFA", "Resume_or_Rethrow"]),
                ("4.2.0", ["GetIPInfo"]),
            ]
        let arm = [("3.5", ["__aeabi_unwind_cpp_pr0", "__aeabi_unwind_cpp_pr1", "__aeabi_unwind_cpp_pr2"])]
        functions =
            versions.map { ($0, $1.map { "_Unwind_" + $0 }) } + [("3.3.1", ["__gcc_personality_v0"])]
            + (architecture == .armv7 ? arm : [])
    }

    /// The assembly of the symbols, without code.
    var assembly: String {
        let symbols = functions.flatMap { version, names in
            names.map { ".symver unwinder_\($0), \($0)@@GCC_\(version), remove\n" }
        }
        let labels = functions.flatMap(\.names).map {
            ".globl unwinder_\($0)\n.type unwinder_\($0), %function\nunwinder_\($0): .fill 4, 1, 0\n"
        }
        return ".text\n" + labels.joined() + symbols.joined() + #".section .note.GNU-stack,"",%progbits"# + "\n"
    }

    /// The linker script that defines the versions.
    var versionScript: String {
        Set(functions.map(\.version)).sorted().map { "GCC_\($0) { };\n" }.joined()
    }
}
