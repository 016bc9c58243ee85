import Store
import Testing

/// The verdicts about stores, for user 1000 in the groups 1000 and 50.
struct StoreFactsTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var facts: StoreFacts
        var verdict: StoreVerdict
    }

    private static func folder(
        at path: String = "/s", owner: UInt32 = 1000, group: UInt32 = 1000, _ permissions: UInt16 = 0o755
    ) -> StoreFacts.Folder {
        StoreFacts.Folder(path: path, owner: owner, group: group, permissions: permissions)
    }

    private static func row(
        _ words: String, _ folders: [StoreFacts.Folder], marker: UInt32? = nil, user: UInt32 = 1000,
        isWritable: Bool = true, _ verdict: StoreVerdict
    ) -> Row {
        let marker = marker.map { StoreFacts.Marker(path: "/s/shared", owner: $0) }
        let groups: Set<UInt32> = user == 0 ? [0] : [1000, 50]
        let facts = StoreFacts(
            user: user, groups: groups, folders: folders, marker: marker, isWritable: isWritable)
        return Row(testDescription: words, facts: facts, verdict: verdict)
    }

    static let own: [Row] = [
        row("no folder", [], .missing),
        row("a folder of this user", [folder()], .usable(.own)),
        row("a private folder of this user", [folder(0o700)], .usable(.own)),
        row("a folder of this user that cannot be written", [folder()], isWritable: false, .usable(.readOnly)),
        row("a folder of root", [folder(owner: 0, group: 0)], isWritable: false, .usable(.readOnly)),
        row("a folder of another user", [folder(owner: 7)], .refused(.otherOwner(path: "/s", owner: 7))),
        row(
            "a folder of another user that cannot be written", [folder(owner: 7)], isWritable: false,
            .refused(.otherOwner(path: "/s", owner: 7))),
        row(
            "a folder that the group can write", [folder(0o775)],
            .refused(.writableByOthers(path: "/s", permissions: 0o775))),
        row(
            "a folder of root that all users can write", [folder(owner: 0, 0o1777)],
            .refused(.writableByOthers(path: "/s", permissions: 0o1777))),
        row(
            "results that all users can write", [folder(), folder(at: "/s/ac", 0o757)],
            .refused(.writableByOthers(path: "/s/ac", permissions: 0o757))),
        row(
            "blobs of another user", [folder(), folder(at: "/s/cas", owner: 7)],
            .refused(.otherOwner(path: "/s/cas", owner: 7))),
        row("a user's folder, seen by root", [folder()], user: 0, .refused(.otherOwner(path: "/s", owner: 1000))),
        row("a folder of root, seen by root", [folder(owner: 0)], user: 0, .usable(.own)),
        row(
            "root on a read-only file system", [folder(owner: 0)], user: 0, isWritable: false, .usable(.readOnly)),
        row(
            "a file", [StoreFacts.Folder(path: "/s", isFolder: false, owner: 1000, group: 1000, permissions: 0o644)],
            .refused(.notFolder(path: "/s"))),
    ]

    static let shared: [Row] = [
        row("a store of the user's group", [folder(owner: 7, group: 50, 0o2775)], marker: 7, .usable(.shared)),
        row("a store that root shares", [folder(owner: 7, group: 50, 0o2775)], marker: 0, .usable(.shared)),
        row(
            "folders that members of the group made",
            [folder(owner: 7, group: 50, 0o2775), folder(at: "/s/ac", owner: 8, group: 50, 0o2775)], marker: 7,
            .usable(.shared)),
        row(
            "a shared store that cannot be written", [folder(owner: 7, group: 50, 0o2755)], marker: 7,
            isWritable: false, .usable(.readOnly)),
        row(
            "a store of another group", [folder(owner: 7, group: 60, 0o2775)], marker: 7,
            .refused(.notInGroup(path: "/s", group: 60))),
        row("an own store of another group", [folder(group: 60, 0o2775)], marker: 1000, .usable(.shared)),
        row(
            "a store of another group, seen by root", [folder(owner: 7, group: 60, 0o2775)], marker: 7, user: 0,
            .refused(.notInGroup(path: "/s", group: 60))),
        row(
            "a mark that another member of the group made", [folder(owner: 7, group: 50, 0o2775)], marker: 8,
            .refused(.otherMarker(path: "/s/shared", owner: 8))),
        row(
            "a folder that all users can write",
            [folder(owner: 7, group: 50, 0o2775), folder(at: "/s/tmp", owner: 7, group: 50, 0o2777)], marker: 7,
            .refused(.writableByOthers(path: "/s/tmp", permissions: 0o2777))),
        row(
            "a folder of another group",
            [folder(owner: 7, group: 50, 0o2775), folder(at: "/s/cas", owner: 7, group: 60, 0o2775)], marker: 7,
            .refused(.otherGroup(path: "/s/cas", group: 50))),
    ]

    @Test(arguments: own)
    func `a store without a mark is trusted if only its user and root can write`(row: Row) {
        #expect(row.facts.verdict == row.verdict)
    }

    @Test(arguments: shared)
    func `a marked store is trusted by the members of its group`(row: Row) { #expect(row.facts.verdict == row.verdict) }
}
