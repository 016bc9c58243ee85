// Reading and writing the files of keys.

public import Machine

/// Why a file cannot serve as a key.
public enum KeyFileError: Error, Hashable, Sendable {
    case file(FileError)
    /// A folder, a device, a named pipe or a socket.
    case notAFile(path: String)
    case notPEM(path: String)
    case encrypted(path: String)
    /// A PEM file of something else, with its label.
    case wrongLabel(path: String, found: String, expected: String)
    /// A key of another algorithm than Ed25519.
    case otherAlgorithm(path: String)
    /// Users other than the owner have some access to a private key.
    case accessible(path: String, permissions: UInt16)
    case exists(path: String)
    /// libcrypto cannot compute Ed25519 on this machine.
    case unsupported
}

extension PublicKey {
    /// Reads the file of a public key.
    public static func read(_ path: String) throws(KeyFileError) -> PublicKey {
        let bytes = try KeyFile.bytes(of: path, label: label, beginning: beginning) { _ in nil }
        guard let key = PublicKey(bytes) else { throw .otherAlgorithm(path: path) }
        return key
    }
}

extension PrivateKey {
    /// Reads the file of a private key, which only its owner may have access to.
    public static func read(_ path: String) throws(KeyFileError) -> PrivateKey {
        let bytes = try KeyFile.bytes(of: path, label: label, beginning: beginning) { permissions in
            permissions & 0o077 == 0 ? nil : .accessible(path: path, permissions: permissions)
        }
        guard bytes.count == Ed25519.keySize else { throw .otherAlgorithm(path: path) }
        guard let key = PrivateKey(bytes) else { throw .unsupported }
        return key
    }

    /// Writes the key to a new file, and its public half to another one. An existing file is an error, and no file is
    /// left after an error.
    public func write(to path: String, publicTo publicPath: String) throws(KeyFileError) {
        try KeyFile.write(pem, mode: 0o600, to: path)
        do { try KeyFile.write(publicKey.pem, mode: 0o644, to: publicPath) } catch {
            try? FileSystem.remove(path)
            throw error
        }
    }
}

private enum KeyFile {
    /// Longer files are no keys: a key has 120 bytes, and perhaps a comment.
    static let largest = 1 << 16

    /// Returns the bytes of a key, without the beginning that all keys of its kind have. `check` gets the permissions
    /// of the file, once it is known to contain a key of this kind.
    static func bytes(
        of path: String, label: String, beginning: [UInt8], check: (UInt16) -> KeyFileError?
    ) throws(KeyFileError) -> ArraySlice<UInt8> {
        let (text, permissions) = try contents(of: path)
        guard let block = PEMText(text) else { throw .notPEM(path: path) }
        let isEncrypted = block.label.hasPrefix("ENCRYPTED ")
        guard block.label == label || isEncrypted else {
            throw .wrongLabel(path: path, found: block.label, expected: label)
        }
        if let fault = check(permissions) { throw fault }
        guard !isEncrypted else { throw .encrypted(path: path) }
        guard block.bytes.starts(with: beginning) else { throw .otherAlgorithm(path: path) }
        return block.bytes.dropFirst(beginning.count)
    }

    /// Returns the bytes of a file, none if it is too long for a key, and its permissions.
    private static func contents(of path: String) throws(KeyFileError) -> (text: [UInt8], permissions: UInt16) {
        do throws(FileError) {
            let file = try OpenFile.reading(path)
            let status = try file.status()
            let text = status.size <= largest ? try file.contents(count: status.size) : nil
            return (text ?? [], status.permissions)
        } catch {
            if case .notRegular = error { throw .notAFile(path: path) }
            throw .file(error)
        }
    }

    static func write(_ text: String, mode: UInt16, to path: String) throws(KeyFileError) {
        let isNew: Bool
        do throws(FileError) { isNew = try create(text, mode: mode, path) } catch { throw .file(error) }
        guard isNew else { throw .exists(path: path) }
    }

    private static func create(_ text: String, mode: UInt16, _ path: String) throws(FileError) -> Bool {
        guard let file = try OpenFile.creating(path, mode: mode) else { return false }
        do throws(FileError) { try file.write(Array(text.utf8)[...]) } catch {
            try? FileSystem.remove(path)
            throw error
        }
        return true
    }
}

extension KeyFileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .notAFile(let path): "`\(path)` is not a file"
        case .notPEM(let path): "`\(path)` is not a key in PEM format"
        case .encrypted(let path): "the private key in `\(path)` is encrypted"
        case .wrongLabel(let path, let found, let expected):
            "`\(path)` has a `\(found)`, not a `\(expected)`"
        case .otherAlgorithm(let path): "the key in `\(path)` is not an Ed25519 key"
        case .accessible(let path, let permissions):
            "other users may use the private key in `\(path)`: its mode is \(String(permissions, radix: 8))"
        case .exists(let path): "`\(path)` already exists"
        case .unsupported: "libcrypto cannot compute Ed25519 on this machine"
        }
    }

    /// Advice to the user.
    public var hint: String? {
        switch self {
        case .file, .notAFile, .unsupported: nil
        case .notPEM: "`xbuild store keygen FILE` makes a key, and so does `openssl genpkey -algorithm ed25519`"
        case .encrypted(let path): "decrypt it into a file that only you can read: openssl pkey -in \(path) -out FILE"
        case .wrongLabel(_, PrivateKey.label, _):
            "a public key is required: openssl pkey -in PRIVATE -pubout -out PUBLIC"
        case .wrongLabel: "keys are PEM files with a `\(PrivateKey.label)` (PKCS #8) or a `\(PublicKey.label)`"
        case .otherAlgorithm: "make one with `xbuild store keygen FILE`"
        case .accessible(let path, _): "chmod 600 \(path)"
        case .exists: "give another name: keys are never overwritten"
        }
    }
}
