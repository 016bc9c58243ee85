/// The symbols of the C++ runtime library that code can need without a header of a C++ library: allocation, exceptions,
/// run-time types and guards of local variables. Sysroots have a stub of this library, so that checks which link a C++
/// program give the result that the target's own library would give.
///
/// Sources: Itanium C++ ABI, chapters 2.9.5, 3.2 and 3.3; Itanium C++ ABI: Exception Handling, chapter 2.
struct CxxRuntime {
    /// The functions, mangled.
    let functions: [String]
    /// The tables of `__cxxabiv1::__class_type_info` and its relatives, and the descriptions of fundamental types,
    /// mangled.
    let tables: [String]

    /// - Parameter sizeType: the type `size_t` as mangled names spell it: `m` for `unsigned long`, `j` for `unsigned int`.
    init(sizeType: String) {
        let aligned = "St11align_val_t"
        let news = ["_Znw", "_Zna"].flatMap { name in
            ["", aligned].flatMap { ["\(name)\(sizeType)\($0)", "\(name)\(sizeType)\($0)RKSt9nothrow_t"] }
        }
        let deletes = ["_Zdl", "_Zda"].flatMap { name in
            ["", aligned].flatMap {
                ["\(name)Pv\($0)", "\(name)Pv\(sizeType)\($0)", "\(name)Pv\($0)RKSt9nothrow_t"]
            }
        }
        functions =
            news + deletes + ["_ZSt9terminatev", "__dynamic_cast", "__gxx_personality_v0"]
            + [
                "allocate_exception", "bad_cast", "bad_typeid", "begin_catch", "call_unexpected",
                "current_exception_type", "deleted_virtual", "demangle", "end_catch", "free_exception",
                "get_exception_ptr", "guard_abort", "guard_acquire", "guard_release",
                "pure_virtual", "rethrow", "throw", "throw_bad_array_new_length",
            ].map { "__cxa_\($0)" }
        let classes = [
            "16__enum_type_info", "17__array_type_info", "17__class_type_info", "17__pbase_type_info",
            "19__pointer_type_info", "20__function_type_info", "20__si_class_type_info", "21__vmi_class_type_info",
            "23__fundamental_type_info", "29__pointer_to_member_type_info",
        ].map { "_ZTVN10__cxxabiv1\($0)E" }
        let fundamental = "vwbcahstijlmxynofde".map(String.init) + ["Dd", "De", "Df", "Di", "Dn", "Ds", "Du"]
        tables = classes + fundamental.flatMap { ["_ZTI\($0)", "_ZTIP\($0)", "_ZTIPK\($0)"] }
    }

    // MARK: GNU

    /// The library's file name on Linux.
    static let soname = "libstdc++.so.6"

    /// The assembly of the symbols, without code.
    var assembly: String {
        // Apple's system library has another function for this.
        let code = (functions + ["__cxa_thread_atexit"]).map {
            ".globl \($0)\n.type \($0), %function\n\($0): .fill 4, 1, 0\n"
        }
        let data = tables.map { ".globl \($0)\n.type \($0), %object\n.size \($0), 64\n\($0): .fill 64, 1, 0\n" }
        return ".text\n" + code.joined() + ".data\n" + data.joined() + #".section .note.GNU-stack,"",%progbits"# + "\n"
    }

    // MARK: Apple

    /// Returns the text-based stub of Apple's `libc++`, which contains the runtime.
    /// Source of the format: llvm/lib/TextAPI/TextStub.cpp.
    func library(for family: StubSysroot.Family) -> String {
        let targets = family.libraryTargets.joined(separator: ", ")
        let setjmpTargets = family.setjmpTargets.joined(separator: ", ")
        let personality = """

              - targets:         [ \(setjmpTargets) ]
                symbols:         [ ___gxx_personality_sj0 ]
            """
        return """
            --- !tapi-tbd
            tbd-version:     4
            targets:         [ \(targets) ]
            install-name:    '/usr/lib/libc++.1.dylib'
            exports:
              - targets:         [ \(targets) ]
                symbols:         [ \((functions + tables).map { "_\($0)" }.joined(separator: ", ")) ]\(setjmpTargets.isEmpty ? "" : personality)
            ...

            """
    }
}
