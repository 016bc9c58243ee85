"""Protocol buffers by hand, as far as results of actions need them: bytes to fields, and fields to bytes."""


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(content, place):
    number = shift = 0
    while True:
        byte = content[place]
        number |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return number, place


def fields(content):
    """Returns pairs of a field's number and its value: bytes, or an integer for varints."""
    found, place = [], 0
    while place < len(content):
        key, place = read_varint(content, place)
        if key & 7 == 0:
            value, place = read_varint(content, place)
        elif key & 7 == 2:
            length, place = read_varint(content, place)
            value, place = content[place:place + length], place + length
        elif key & 7 == 1:
            value, place = content[place:place + 8], place + 8
        else:
            value, place = content[place:place + 4], place + 4
        found.append((key >> 3, value))
    return found


def text(number, value):
    """Returns a field of bytes or text."""
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def integer(number, value):
    return varint(number << 3) + varint(value)


def message(parts):
    return b"".join(integer(number, value) if isinstance(value, int) else text(number, value) for number, value in parts)


def first(content, number):
    return next((value for found, value in fields(content) if found == number), None)


def digest(hex_digits, size):
    return text(1, hex_digits) + integer(2, size)
