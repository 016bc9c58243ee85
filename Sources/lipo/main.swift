// The program `lipo`: see `LipoCommand`.

import ObjectFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

let outcome = LipoCommand.run(Array(CommandLine.arguments.dropFirst()))
outcome.report()
exit(outcome.status)
