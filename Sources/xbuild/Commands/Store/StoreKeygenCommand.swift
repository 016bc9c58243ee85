import ArgumentParser
import Store

/// `xbuild store keygen`: makes a key that signs results.
struct StoreKeygenCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "keygen", abstract: "Make a key with which results of a remote cache are signed.",
        discussion: """
            Writes an Ed25519 key as PEM files: the private key (PKCS #8) to FILE with mode 0600, for --sign-with, and \
            the public key (SubjectPublicKeyInfo) to FILE.pub, for --trust. Prints the name of the public file. No \
            file is overwritten.


            """ + ExitStatus.help)

    @ArgumentParser.Argument(help: ArgumentHelp("The file for the private key.", valueName: "file"))
    var file: String

    func validate() throws {
        guard file != "", !file.hasSuffix("/") else { throw ValidationError("`keygen` needs the name of a file") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        guard let key = PrivateKey.random() else { throw KeyFileError.unsupported }
        let publicFile = file + ".pub"
        try key.write(to: host.absolute(file), publicTo: host.absolute(publicFile))
        try host.out(publicFile + "\n")
        host.talk("made the key \(key.publicKey.id)\n")
        return .done
    }
}
