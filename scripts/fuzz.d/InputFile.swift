import Glibc

/// A file in memory that has a path, so that programs can open the input.
struct InputFile {
    static let shared = InputFile()

    private let file = memory_file()

    /// Writes the bytes into the file; returns its path, or nil if the file cannot be written.
    func path(holding bytes: [UInt8]) -> String? {
        guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else { return nil }
        return "/proc/self/fd/\(file)"
    }
}
