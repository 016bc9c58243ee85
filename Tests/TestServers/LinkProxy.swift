import Foundation

/// A proxy for any server that adds network faults to connections.
public final class LinkProxy {
    public enum Fault: String, CaseIterable, Sendable {
        /// Forwards everything.
        case none
        /// Accepts bytes and never answers.
        case hang
        /// Answers one byte at a time, slowly, after the first bytes.
        case drip
        /// Closes each connection at once.
        case refuse
        /// Closes each connection in the middle of the answer.
        case cut
        /// Flips a bit of the answer.
        case flip
        /// Closes every second connection at once, so that a retry succeeds.
        case stumble
    }

    public let port: Int
    public var address: String { "grpc://127.0.0.1:\(port)" }
    private let proxy: ServerProcess

    public init(before server: Int, _ fault: Fault = .none) throws {
        proxy = try ServerProcess()
        port = try LoopbackPort.free()
        try set(.none)
        let arguments = ["\(port)", "\(server)", proxy.folder.path]
        try proxy.start(Tool.url("python3"), ["-c", Self.program] + arguments, port: port)
        try set(fault)
    }

    /// Sets the fault for new connections and for new bytes.
    public func set(_ fault: Fault) throws { try proxy.write(fault.rawValue, to: "fault") }

    private static let program = #"""
        import asyncio, itertools, sys

        port, upstream, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
        numbers = itertools.count()

        def fault():
            return open(folder + "/fault").read()

        async def pump(reader, writer, is_answer):
            passed = 0
            while data := await reader.read(65536):
                now = fault()
                if now == "hang":
                    await asyncio.sleep(600)
                if is_answer and now == "flip" and len(data) > 60:
                    data = data[:-1] + bytes([data[-1] ^ 1])
                if is_answer and now == "cut" and passed + len(data) > 400:
                    writer.transport.abort()
                    return
                passed += len(data)
                while is_answer and passed > 400 and len(data) > 1 and fault() == "drip":
                    writer.write(data[:1])
                    data = data[1:]
                    await asyncio.sleep(0.2)
                writer.write(data)
                await writer.drain()
            writer.close()

        async def serve(reader, writer):
            now = fault()
            if now == "refuse" or now == "stumble" and next(numbers) % 2 == 0:
                writer.transport.abort()
                return
            try:
                server_reader, server_writer = await asyncio.open_connection("127.0.0.1", upstream)
            except OSError:
                writer.transport.abort()
                return
            await asyncio.gather(pump(reader, server_writer, False), pump(server_reader, writer, True), return_exceptions=True)
            server_writer.close()
            writer.close()

        async def main():
            server = await asyncio.start_server(serve, "127.0.0.1", port)
            await server.serve_forever()

        asyncio.run(main())
        """#
}
