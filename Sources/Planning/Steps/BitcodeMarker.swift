import Basics

/// A header that adds bitcode's marker sections to an object; the compiler includes it before the source.
///
/// `-fembed-bitcode-marker` has the same purpose, but LLVM's clang then writes the whole command line into
/// `__LLVM,__cmdline`, including all build folders. Apple's clang writes one byte to each section, as does this header.
/// Objects from assembly get the section `__LLVM,__asm`, which clang writes too.
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
