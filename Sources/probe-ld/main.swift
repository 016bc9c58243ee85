// The program `probe-ld`: see `ProbeCommand`.

import ObjectFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

let outcome = ProbeCommand.run(Array(CommandLine.arguments.dropFirst()))
outcome.report()
exit(outcome.status)
