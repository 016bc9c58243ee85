/* Before every file of assembly for 32-bit ARM on Apple's systems: the pointer through which OpenSSL's generated code
 * reads what the processor can do. Up to 3.1 the generators write it themselves; since then they name a variable of
 * another file, from which no address can be subtracted in Mach-O. */
#ifdef __ASSEMBLER__
.non_lazy_symbol_pointer
OPENSSL_armcap_P:
.indirect_symbol _OPENSSL_armcap_P
.long 0
.text
#endif
