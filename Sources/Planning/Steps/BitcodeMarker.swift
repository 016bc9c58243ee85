import Basics

/// Bitcode's marker as a header that is included before everything else.
///
/// `-fembed-bitcode-marker` has the same purpose, but LLVM's clang then writes the whole command line into
/// `__LLVM,__cmdline`, with every folder of the build in it. Apple's clang writes one byte to each section, as does
/// this header; assembly objects get `__LLVM,__asm`, as from clang.
enum BitcodeMarker {
    static let path: RelativePath = "tools/bitcode-marker.h"

    static let header = """
        #ifdef __ASSEMBLER__
        .section __LLVM,__asm
        .byte 0
        .text
        #else
        __asm__(".section __LLVM,__bitcode\\n\\t.byte 0\\n\\t.section __LLVM,__cmdline\\n\\t.byte 0\\n\\t.text");
        #endif

        """

    static let flags: [Argument] = ["-include", Argument([.path(path)])]
}
