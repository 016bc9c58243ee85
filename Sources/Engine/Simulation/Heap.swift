/// A binary heap: a collection that efficiently gives and removes its first element in a given order.
struct Heap<Element> {
    private var elements: [Element] = []
    /// Returns whether the left element comes before the right element.
    private let precedes: (Element, Element) -> Bool

    init(by precedes: @escaping (Element, Element) -> Bool) { self.precedes = precedes }

    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard precedes(elements[child], elements[parent]) else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        sink()
        return first
    }

    /// Moves the top element down to its place.
    private mutating func sink() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < elements.count else { return }
            let right = left + 1
            let child = right < elements.count && precedes(elements[right], elements[left]) ? right : left
            guard precedes(elements[child], elements[parent]) else { return }
            elements.swapAt(child, parent)
            parent = child
        }
    }
}
