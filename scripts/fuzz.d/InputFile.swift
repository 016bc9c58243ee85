import Glibc

/// The input as a file for programs: a file in memory, with a path that can be opened.
struct InputFile {
    static let shared = InputFile()

    private let file = memory_file()

    /// Nil if it cannot be created.
    func path(holding bytes: [UInt8]) -> String? {
        guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else { return nil }
        return "/proc/self/fd/\(file)"
    }
}
