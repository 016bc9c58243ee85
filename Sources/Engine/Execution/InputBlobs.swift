import Actions
import Basics
import Store
import SystemPackage

/// Stores the inputs of a step that no other step makes: literal contents and files of this machine.
struct InputBlobs: Sendable {
    let store: any FileStore

    /// Stores every file of the step's input root that no other step made.
    func put(_ step: Step) async throws(EngineError) {
        do throws(StoreError) {
            for (digest, input) in try await missing(step) {
                switch input {
                case .contents(let text, _): try await store.put(Array(text.value.utf8))
                case .localFile(let path, _, _): try await store.put(file: FilePath(path), expecting: digest)
                case .output: break
                }
            }
        } catch {
            guard case .changed(let path, _, _) = error else { throw .store(error) }
            throw .localFileChanged(path: path)
        }
    }

    private func missing(_ step: Step) async throws(StoreError) -> [Digest: Input] {
        let own = step.ownInputs
        let missing = Set(try await store.missing(own.keys.sorted()))
        return own.filter { missing.contains($0.key) }
    }
}

extension Step {
    /// The inputs that no other step makes.
    var ownInputs: [Digest: Input] {
        var own: [Digest: Input] = [:]
        for input in inputs.values {
            switch input {
            case .contents(let text, _): own[Digest(of: Array(text.value.utf8))] = input
            case .localFile(_, let digest, _): own[digest] = input
            case .output: break
            }
        }
        return own
    }
}
