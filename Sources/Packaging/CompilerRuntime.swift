import ObjectFiles

/// The symbols that come from the compiler's own runtime or from the linker, not from a library of the sysroot.
///
/// Objects refer to them although their sources do not: a 64-bit division on a 32-bit processor becomes a call. Every
/// compiler driver links the runtime (libgcc, compiler-rt), but its file is seldom available for the target. Sources:
/// the "Integer library routines" and "Soft float library routines" of GCC's internals manual, the README of LLVM's
/// compiler-rt/lib/builtins, the run-time ABI for the Arm architecture, the manuals of the linkers.
enum CompilerRuntime {
    /// Returns whether the compiler's runtime or the linker defines a symbol.
    ///
    /// - Parameters:
    ///   - name: the name in the object.
    ///   - prefix: the platform's prefix of C names, `_` or nothing.
    static func provides(_ name: String, _ format: ObjectFormat, prefix: String) -> Bool {
        let bare = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
        if let bare, common.contains(bare) { return true }
        return switch format {
        case .machO: bare.map(machO.contains) == true || name == "dyld_stub_binder"
        case .elf: elf.contains(name) || elfPrefixes.contains { name.hasPrefix($0) }
        case .coff: coff.contains(name) || coffBare.contains(String(name.drop { $0 == "_" }))
        case .wasm: wasm.contains(name)
        }
    }

    // MARK: The compiler's library, the same for every format

    private static let common = Set(integers + conversions + floats + complex + miscellaneous)

    private static let integerModes = ["si", "di", "ti"]
    private static let floatModes = ["hf", "bf", "sf", "df", "xf", "tf"]

    private static let integers: [String] = integerModes.flatMap { mode in
        let three = ["add", "ashl", "ashr", "div", "lshr", "mod", "mul", "sub", "udiv", "umod"].map {
            "__\($0)\(mode)3"
        }
        let trapping = ["addv", "mulv", "subv"].map { "__\($0)\(mode)3" }
        let four = ["divmod", "mulo", "udivmod"].map { "__\($0)\(mode)4" }
        let two = [
            "abs", "absv", "bswap", "clrsb", "clz", "cmp", "ctz", "ffs", "neg", "negv", "parity", "popcount", "ucmp",
        ]
        .map { "__\($0)\(mode)2" }
        return three + trapping + four + two
    }

    private static let conversions: [String] = floatModes.flatMap { float in
        integerModes.flatMap { integer in
            [
                "__fix\(float)\(integer)", "__fixuns\(float)\(integer)", "__float\(integer)\(float)",
                "__floatun\(integer)\(float)",
            ]
        } + floatModes.flatMap { ["__extend\(float)\($0)2", "__trunc\(float)\($0)2"] }
    }

    private static let floats: [String] = floatModes.flatMap { mode in
        ["add", "div", "mul", "sub"].map { "__\($0)\(mode)3" }
            + ["cmp", "eq", "ge", "gt", "le", "lt", "ne", "neg", "powi", "unord"].map { "__\($0)\(mode)2" }
    }

    private static let complex: [String] = ["hc", "sc", "dc", "xc", "tc"].flatMap { ["__div\($0)3", "__mul\($0)3"] }

    private static let miscellaneous = [
        "__atomic_compare_exchange", "__atomic_exchange", "__atomic_is_lock_free", "__atomic_load", "__atomic_store",
        "__clear_cache", "__cpu_indicator_init", "__cpu_model", "__dso_handle", "__emutls_get_address",
        "__enable_execute_stack", "__gcc_personality_v0", "__gnu_f2h_ieee", "__gnu_h2f_ieee",
    ]

    // MARK: Mach-O, without the leading underscore

    /// The symbols of compiler-rt for Apple's platforms, the symbols that ld defines (`mh_…`), and symbols that libSystem
    /// exports only for 32-bit ARM and i386: a stub made from macOS's libSystem lacks them.
    private static let machO: Set<String> = [
        "__isOSVersionAtLeast", "__isPlatformVersionAtLeast", "__isPlatformOrVariantPlatformVersionAtLeast",
        "_mh_execute_header", "_mh_dylib_header", "_mh_bundle_header", "__eqsf2vfp", "__chkstk_darwin",
        "__switch8", "__switch16", "__switch32", "__switchu8", "__save_vfp_d8_d15_regs", "__restore_vfp_d8_d15_regs",
        "_tlv_bootstrap", "_tlv_atexit", "setjmp", "longjmp", "_setjmp", "_longjmp", "sigsetjmp", "siglongjmp",
        "__udivmodsi4", "__divmodsi4", "memset_pattern4", "memset_pattern8", "memset_pattern16",
        "_Unwind_SjLj_Register", "_Unwind_SjLj_Unregister", "_Unwind_SjLj_Resume",
    ]

    // MARK: ELF

    private static let elf: Set<String> = [
        // Defined by the linker.
        "_GLOBAL_OFFSET_TABLE_", "_PROCEDURE_LINKAGE_TABLE_", "_DYNAMIC", "_TLS_MODULE_BASE_", "__ehdr_start",
        "__executable_start", "__bss_start", "__global_pointer$", "_edata", "edata", "_end", "end", "_etext", "etext",
        "__init_array_start", "__init_array_end", "__fini_array_start", "__fini_array_end", "__preinit_array_start",
        "__preinit_array_end", "__rela_iplt_start", "__rela_iplt_end", "__exidx_start", "__exidx_end", ".TOC.",
        // Defined by the loader, not by the C library.
        "__tls_get_addr", "___tls_get_addr", "__tls_get_offset", "__stack_chk_guard", "__stack_chk_fail",
        "__stack_chk_fail_local",
        // In glibc's libc_nonshared.a, which the linker script libc.so adds to every link.
        "atexit", "at_quick_exit", "pthread_atfork",
        // For i386's position-independent code.
        "__x86.get_pc_thunk.ax", "__x86.get_pc_thunk.bx", "__x86.get_pc_thunk.cx", "__x86.get_pc_thunk.dx",
        "__x86.get_pc_thunk.si", "__x86.get_pc_thunk.di", "__x86.get_pc_thunk.bp",
        // The run-time ABI of 32-bit ARM has other names for 64-bit shifts and similar operations; see also the prefixes.
        "__gnu_thumb1_case_sqi", "__gnu_thumb1_case_uqi", "__gnu_thumb1_case_shi", "__gnu_thumb1_case_uhi",
        "__gnu_thumb1_case_si",
        // PowerPC: arithmetic on pairs of doubles, out-of-line saving of registers.
        "__gcc_qadd", "__gcc_qsub", "__gcc_qmul", "__gcc_qdiv",
        "_savegpr0_14", "_restgpr0_14", "_savefpr_14", "_restfpr_14",
    ]

    /// Families: ARM's run-time ABI; AArch64's out-of-line atomics; bounds of sections, defined by the linker.
    private static let elfPrefixes = [
        "__aeabi_", "__aarch64_cas", "__aarch64_swp", "__aarch64_ldadd", "__aarch64_ldclr", "__aarch64_ldeor",
        "__aarch64_ldset", "__start_", "__stop_",
    ]

    // MARK: COFF

    private static let coff: Set<String> = ["__ImageBase", "___ImageBase", "__image_base__", "_GLOBAL_OFFSET_TABLE_"]

    /// The names without leading underscores: the number of underscores depends on the processor.
    private static let coffBare: Set<String> = [
        "chkstk", "chkstk_ms", "alloca", "fltused", "tls_index", "security_cookie", "security_check_cookie",
        "GSHandlerCheck", "main", "guard_dispatch_icall_fptr", "guard_check_icall_fptr",
    ]

    // MARK: WebAssembly

    private static let wasm: Set<String> = [
        "__stack_pointer", "__memory_base", "__table_base", "__tls_base", "__tls_size", "__tls_align",
        "__indirect_function_table", "__heap_base", "__heap_end", "__data_end", "__global_base", "__stack_low",
        "__stack_high", "__linear_memory", "__wasm_call_ctors", "__wasm_init_memory", "__wasm_init_tls",
        "__cpp_exception", "__c_longjmp",
    ]
}
