// The program `lipo`: see `LipoCommand`.
import ObjectFiles

LipoCommand.run(Array(CommandLine.arguments.dropFirst())).exit()
