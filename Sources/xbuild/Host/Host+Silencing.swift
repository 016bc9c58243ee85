extension Host {
    /// The same, with nothing on standard output: what runs inside another command has no data of its own.
    init(silencing host: Host) {
        self = host
        write = { _ in }
    }
}
