import Recipes
import Targets

/// Finds the targets that are built together.
enum SliceGroups {
    /// Returns the groups of targets that share a configure run. With `together`, these are different architectures of
    /// an Apple platform: given several `-arch`, clang builds Intel code for the simulator and the others for the
    /// device.
    static func of(_ targets: [Target], _ slices: Slices) -> [[Target]] {
        switch slices {
        case .separate: return targets.map { [$0] }
        case .together:
            var groups: [[Target]] = []
            for target in targets {
                if let index = groups.firstIndex(where: { isShared($0, target) }) {
                    groups[index].append(target)
                } else {
                    groups.append([target])
                }
            }
            return groups
        }
    }

    private static func isShared(_ group: [Target], _ target: Target) -> Bool {
        let isDeviceRun = { (target: Target) in
            target.environment == .device || (target.environment == .simulator && target.architecture != .arm64)
        }
        return target.platform.isApple && group[0].platform == target.platform
            && !group.contains { $0.architecture == target.architecture }
            && isDeviceRun(group[0]) == isDeviceRun(target)
            && (isDeviceRun(target) || group[0].environment == target.environment)
    }

}
