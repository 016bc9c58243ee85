import Actions
import Basics

/// What goes to workers: the outputs of steps, and the files of this machine that actions carry. By numbers: that of a
/// step stands for its outputs, those above for files.
struct TransferredBlobs: Sendable {
    /// By number, in bytes.
    let sizes: [Int]
    /// The numbers of what each step needs, one step after another.
    private let contents: [Int32]
    /// By step: where its numbers begin in `contents`; one more at the end.
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

    /// The numbers of what a step needs; one may stand there twice.
    func needed(by step: Int) -> ArraySlice<Int32> { contents[Int(starts[step])..<Int(starts[step + 1])] }
}
