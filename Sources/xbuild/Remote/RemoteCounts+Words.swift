import Store

extension RemoteCounts {
    /// `12 hits, 3 misses, 4.0 MiB down, 120 KiB up`.
    var words: String {
        var parts = ["\(hits) hits, \(misses) misses"]
        if executed > 0 { parts.append("\(executed) ran remotely") }
        if rejected > 0 { parts.append("\(rejected) rejected") }
        if downloadedBlobs > 0 { parts.append("\(ByteSize(bytes: downloadedBytes).words) down") }
        if uploadedResults > 0 {
            parts.append("\(uploadedResults) results (\(ByteSize(bytes: uploadedBytes).words)) up")
        }
        if failures > 0 { parts.append("\(failures) requests failed") }
        return parts.joined(separator: ", ")
    }
}
