// The program `probe-ld`: see `ProbeCommand`.
import ObjectFiles

ProbeCommand.run(Array(CommandLine.arguments.dropFirst())).exit()
