import Foundation

/// Ports of the loopback interface.
public enum LoopbackPort {
    struct Fault: Error { var words: String }

    /// One that nobody listens on at the moment.
    public static func free() throws -> Int {
        let file = socket(AF_INET, streams, 0)
        defer { close(file) }
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                bind(file, plain, size) == 0 && getsockname(file, plain, &size) == 0
            }
        }
        guard isBound else { throw Fault(words: "no free port") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits until somebody listens, so many seconds at most.
    public static func wait(for port: Int, atMost seconds: Int = 10) throws {
        for _ in 0..<seconds * 50 {
            let file = socket(AF_INET, streams, 0)
            defer { close(file) }
            var address = address(port: port)
            let isThere = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                    connect(file, plain, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isThere { return }
            usleep(20_000)
        }
        throw Fault(words: "nobody listens on port \(port)")
    }

    #if os(Linux)
        private static let streams = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streams = SOCK_STREAM
    #endif

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = UInt16(port).bigEndian
        return address
    }
}
