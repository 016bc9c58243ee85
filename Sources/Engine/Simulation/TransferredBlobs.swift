import Actions
import Basics

/// The blobs that are transferred to workers: the outputs of steps, and the local files that are inputs. Each has a
/// number: for outputs the index of their step, for files a number above all these indices.
struct TransferredBlobs: Sendable {
    /// By number: the size in bytes.
    let sizes: [Int]
    /// The numbers of each step's inputs, one step after another.
    private let contents: [Int32]
    /// By step: the start of its numbers in `contents`; the last element is the end of `contents`.
    private let starts: [Int32]

    init(_ plan: Plan, _ costs: StepCosts) {
        var sizes = costs.bytes
        var files: [Digest: Int32] = [:]
        var contents: [Int32] = []
        var starts: [Int32] = [0]
        for step in plan.steps {
            let from = contents.count
            for input in step.inputs.values {
                switch input {
                case .contents: break
                case .output(let id, _): contents.append(Int32(id.index))
                case .localFile(_, let digest, _):
                    let number = files[digest] ?? Int32(sizes.count)
                    if files.updateValue(number, forKey: digest) == nil { sizes.append(digest.size) }
                    contents.append(number)
                }
            }
            contents[from...].sort()
            starts.append(Int32(contents.count))
        }
        (self.sizes, self.contents, self.starts) = (sizes, contents, starts)
    }

    /// Returns the numbers of a step's inputs, possibly with duplicates.
    func needed(by step: Int) -> ArraySlice<Int32> { contents[Int(starts[step])..<Int(starts[step + 1])] }
}
