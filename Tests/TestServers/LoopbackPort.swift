import Foundation

/// Ports of the loopback interface.
public enum LoopbackPort {
    struct Fault: Error { var words: String }

    /// One that nobody listens on at the moment, of those that no system gives to outgoing connections: such a
    /// connection would take it before the server does.
    public static func free() throws -> Int {
        for _ in 0..<1000 {
            let port = Int.random(in: 20000..<32000)
            if isOpen({ bind($0, $1, $2) == 0 }, port) { return port }
        }
        throw Fault(words: "no free port")
    }

    /// Waits until somebody listens, so many seconds at most and only as long as there is hope.
    public static func wait(for port: Int, atMost seconds: Int, while isHopeful: () -> Bool = { true }) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isOpen({ connect($0, $1, $2) == 0 }, port) {
            guard isHopeful(), ContinuousClock.now < deadline else {
                throw Fault(words: "nobody listens on port \(port)")
            }
            usleep(20_000)
        }
    }

    /// Whether this can be done with a new socket and the port's address.
    private static func isOpen(
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
