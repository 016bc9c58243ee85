/// Functions that compilers call implicitly and that their runtime library defines. If no runtime is available, the
/// probe linker assumes that they exist.
///
/// Source: LLVM's compiler-rt, `lib/builtins/README.txt`, and its list of sources for ARM and i386.
enum ProbeBuiltins {
    /// Returns whether a symbol's name is that of one of these functions for this processor.
    ///
    /// The result is false for all processors that lld supports, because the probe linker must report the same
    /// undefined symbols as lld, and lld searches only libraries for these functions.
    static func provides(_ name: String, on type: CPUType) -> Bool {
        switch type {
        case .arm: name.hasPrefix("___") && (arm.contains(name) || common.contains(name))
        case .i386: name.hasPrefix("___") && common.contains(name)
        default: false  // `CPUType` is not an enum.
        }
    }

    private static let common = names(
        """
        ashldi3 ashrdi3 lshrdi3 ashlti3 ashrti3 lshrti3 clzsi2 clzdi2 clzti2 ctzsi2 ctzdi2 ctzti2 ffssi2 ffsdi2 ffsti2 \
        paritysi2 paritydi2 parityti2 popcountsi2 popcountdi2 popcountti2 bswapsi2 bswapdi2 negdi2 negti2 negvsi2 negvdi2 \
        absvsi2 absvdi2 absvti2 muldi3 multi3 mulodi4 mulosi4 muloti4 mulvsi3 mulvdi3 mulvti3 addvsi3 addvdi3 addvti3 \
        subvsi3 subvdi3 subvti3 divsi3 divdi3 divti3 udivsi3 udivdi3 udivti3 modsi3 moddi3 modti3 umodsi3 umoddi3 umodti3 \
        divmodsi4 divmoddi4 divmodti4 udivmodsi4 udivmoddi4 udivmodti4 cmpdi2 cmpti2 ucmpdi2 ucmpti2 fixdfdi fixdfsi \
        fixdfti fixsfdi fixsfsi fixsfti fixxfdi fixxfti fixunsdfdi fixunsdfsi fixunsdfti fixunssfdi fixunssfsi fixunssfti \
        fixunsxfdi fixunsxfsi fixunsxfti floatdidf floatdisf floatdixf floattidf floattisf floattixf floatsidf floatsisf \
        floatundidf floatundisf floatundixf floatuntidf floatuntisf floatuntixf floatunsidf floatunsisf powisf2 powidf2 \
        powixf2 mulsc3 muldc3 mulxc3 divsc3 divdc3 divxc3 adddf3 addsf3 subdf3 subsf3 muldf3 mulsf3 divdf3 divsf3 negdf2 \
        negsf2 extendsfdf2 extendhfsf2 truncdfsf2 truncdfhf2 truncsfhf2 gnu_h2f_ieee gnu_f2h_ieee clear_cache \
        enable_execute_stack eprintf gcc_personality_v0 trampoline_setup atomic_load atomic_store atomic_exchange \
        atomic_compare_exchange emutls_get_address isPlatformVersionAtLeast isOSVersionAtLeast
        """)

    private static let arm = names(
        """
        adddf3vfp addsf3vfp divdf3vfp divsf3vfp eqdf2vfp eqsf2vfp extendsfdf2vfp fixdfsivfp fixsfsivfp fixunsdfsivfp \
        fixunssfsivfp floatsidfvfp floatsisfvfp floatunssidfvfp floatunssisfvfp gedf2vfp gesf2vfp gtdf2vfp gtsf2vfp \
        ledf2vfp lesf2vfp ltdf2vfp ltsf2vfp muldf3vfp mulsf3vfp nedf2vfp negdf2vfp negsf2vfp nesf2vfp subdf3vfp subsf3vfp \
        truncdfsf2vfp unorddf2vfp unordsf2vfp switch8 switch16 switch32 switchu8 restore_vfp_d8_d15_regs \
        save_vfp_d8_d15_regs
        """)

    private static func names(_ words: String) -> Set<String> {
        Set(words.split(separator: " ").map { "___\($0)" })
    }
}
