import ObjectFiles

/// A format under test.
struct Subject: Sendable {
    /// Initialises lazy globals before the measurement.
    var warmUp: @Sendable () -> Void
    /// Reads an input; only this function's time and memory are limited.
    var read: @Sendable ([UInt8]) -> Void
    var memory = MemoryLimit()
    /// `brokenProperty` runs for one in `share` inputs, because it is slower than reading.
    var share = 1
    /// Returns the property that an input violates; nil if there is none.
    var brokenProperty: @Sendable ([UInt8]) -> String?
    /// Runs the programs on a file with these bytes; returns the first call whose exit status contradicts its messages,
    /// or nil.
    var brokenProgram: (@Sendable ([UInt8]) -> String?)?
    /// Returns the parsed value, in the form of compare.py.
    var describe: (@Sendable ([UInt8]) -> String)?

    /// The memory limit of reading, in bytes.
    struct MemoryLimit: Sendable {
        /// The limits as multiples of the input's size: of one allocation, and of all live allocations together.
        var inOnePiece = 16
        var inAll = 32
        /// The constant part of both limits, for errors and tables of a few entries.
        var beside = 16_384

        func holds(_ use: heap_use, of count: Int) -> Bool {
            use.largest <= inOnePiece * count + beside && use.held <= inAll * count + beside
        }
    }

    init?(_ name: String) {
        if let format = FuzzFormat(rawValue: name) {
            self.init(format)
        } else if let text = FuzzText(rawValue: name) {
            self.init(text)
        } else if name == "grpc" {
            self.init(warmUp: {}, read: { FuzzFrames.read($0) }, brokenProperty: { FuzzFrames.brokenProperty(of: $0) })
        } else if name == "patch" {
            self.init(warmUp: {}, read: { FuzzPatch.read($0) }, brokenProperty: { FuzzPatch.brokenProperty(of: $0) })
            // An input may consist of lines of a byte or two; each line is stored with its location.
            memory = MemoryLimit(inOnePiece: 64, inAll: 96)
        } else {
            return nil
        }
    }

    private init(
        warmUp: @escaping @Sendable () -> Void, read: @escaping @Sendable ([UInt8]) -> Void,
        brokenProperty: @escaping @Sendable ([UInt8]) -> String?
    ) {
        (self.warmUp, self.read, self.brokenProperty) = (warmUp, read, brokenProperty)
    }

    private init(_ text: FuzzText) {
        self.init(
            warmUp: {
                text.read(text.sample)
                _ = text.brokenProperty(of: text.sample)
            },
            read: { text.read($0) }, brokenProperty: { text.brokenProperty(of: $0) })
        share = 4
        switch text {
        case .xmlPlist: describe = { plistText($0) }
        case .binaryPlist:
            describe = { plistText($0) }
            // One byte can refer to a string of any length, see `BinaryPlist.budget`.
            memory = MemoryLimit(inOnePiece: 256, inAll: 512, beside: 128 << 10)
        case .moduleMap: break
        // A line that is not a directive may be a word or two, and each word is stored as a string.
        case .headers: memory = MemoryLimit(inOnePiece: 64, inAll: 256)
        // Nested variables may expand to a line of 64 KiB, which is then split into words.
        case .pkgConfig: memory.beside = 4 << 20
        }
    }

    private init(_ format: FuzzFormat) {
        self.init(
            warmUp: {
                for each in FuzzFormat.allCases { each.read(ByteView([1, 2, 3], name: "warm-up")) }
                _ = format.brokenProgram("/dev/null", output: "/dev/null")
            },
            read: { format.read(ByteView($0, name: "input")) }, brokenProperty: { broken(format, $0) })
        brokenProgram = { bytes in
            guard let path = InputFile.shared.path(holding: bytes) else { return nil }
            return format.brokenProgram(path, output: "/dev/null")
        }
    }
}

private func broken(_ format: FuzzFormat, _ bytes: [UInt8]) -> String? {
    let view = ByteView(bytes, name: "input")
    format.list(view)
    return format.brokenProperty(of: view) ?? (format == .archive ? brokenScan(bytes) : nil)
}
