/// An input file of `lipo`, mapped and told apart.
struct LipoInput {
    let path: String
    let content: Content

    enum Content {
        case fat(FatFile)
        case thin(FatSource)
    }

    /// Reads a file and, when `-arch` named an architecture, holds it against that. As with Apple's lipo the family is
    /// enough: `-arch armv7` fits an armv6 object.
    init(_ input: LipoOptions.Input) throws(LipoError) {
        path = input.path
        do throws(ObjectFileError) {
            let bytes = try ByteView(copyingFrom: input.path)
            let isFat = try FileKind(of: bytes) == .fat
            content = isFat ? .fat(try FatFile(bytes)) : .thin(try FatSource(thin: bytes))
        } catch {
            throw .file(error)
        }
        guard let named = input.architecture, case .thin(let source) = content,
            named.type != source.architecture.type
        else { return }
        throw .wrongArchitecture(file: path, named: named.name, found: source.architecture.name)
    }

    static func all(_ inputs: [LipoOptions.Input]) throws(LipoError) -> [LipoInput] {
        var all: [LipoInput] = []
        for input in inputs { all.append(try LipoInput(input)) }
        return all
    }

    var sources: [FatSource] {
        switch content {
        case .fat(let file): file.slices.map { FatSource($0, name: path) }
        case .thin(let source): [source]
        }
    }

    /// The fat file that an operation needs.
    func fat(for flag: String) throws(LipoError) -> FatFile {
        switch content {
        case .fat(let file): return file
        case .thin: throw .notFat(file: path, flag: flag)
        }
    }

    /// The architectures as lists print them. Apple's lipo has put a space behind each ever since; for an archive by
    /// itself llvm-lipo does not, and neither do we.
    var architectureList: String {
        switch content {
        case .fat(let file): file.slices.map { $0.architecture.name + " " }.joined()
        case .thin(let source): source.architecture.name + (Archive.isMagic(source.bytes) ? "" : " ")
        }
    }
}
