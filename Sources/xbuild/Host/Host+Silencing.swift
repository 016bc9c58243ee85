extension Host {
    /// Copies a host, without standard output: a pipeline that runs inside another command prints no data.
    init(silencing host: Host) {
        self = host
        write = { _ in }
    }
}
