import Foundation

/// Ports of the loopback interface.
public enum LoopbackPort {
    struct Fault: Error { var words: String }

    /// Returns a port without a listener. The port is outside the range that systems use for outgoing connections, so
    /// no such connection occupies the port before the server does.
    public static func free() throws -> Int {
        for _ in 0..<1000 {
            let port = Int.random(in: 20000..<32000)
            if succeeds({ bind($0, $1, $2) == 0 }, port) { return port }
        }
        throw Fault(words: "no free port")
    }

    /// Waits until a program listens on the port, for at most this many seconds and while `condition` is true.
    public static func wait(for port: Int, atMost seconds: Int, while condition: () -> Bool = { true }) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !succeeds({ connect($0, $1, $2) == 0 }, port) {
            guard condition(), ContinuousClock.now < deadline else {
                throw Fault(words: "no program listens on port \(port)")
            }
            usleep(20_000)
        }
    }

    /// Returns whether `trial` succeeds with a new socket and the port's address.
    private static func succeeds(
        _ trial: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool, _ port: Int
    ) -> Bool {
        let file = socket(AF_INET, streams, 0)
        defer { close(file) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = UInt16(port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                trial(file, plain, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    #if os(Linux)
        private static let streams = Int32(SOCK_STREAM.rawValue)
    #else
        private static let streams = SOCK_STREAM
    #endif
}
