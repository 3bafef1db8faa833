"""The short code of a seal, to be kept elsewhere: on the score sheet, in a message (Crockford's base 32)."""

from engine.said import said

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUE = {sign: value for value, sign in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_VALUE |= {sign.lower(): value for sign, value in _VALUE.items()}
_SIGNS, _GROUP = 16, 4
_HEX_DIGITS = _SIGNS * 5 // 4


class HeadError(ValueError):
    """What was typed is no code. ``message`` says what one looks like."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def head_of(seal: str) -> str:
    """The first 80 bits of a seal's hash in four groups of four signs, such as ``0A1B-2C3D-4E5F-6G7H``."""
    bits = int(seal[:_HEX_DIGITS], 16)
    signs = "".join(ALPHABET[bits >> 5 * place & 31] for place in reversed(range(_SIGNS)))
    return "-".join(signs[start : start + _GROUP] for start in range(0, _SIGNS, _GROUP))


def same_head(code: str, seal: str) -> bool:
    """Whether a code, as a person wrote it, is that of a seal. Raises ``HeadError`` where it is no code.

    Capitals or not, spaces and hyphens or not; O is read as 0, I and L as 1.
    """
    return bits_of(code) == int(seal[:_HEX_DIGITS], 16)


def bits_of(code: str) -> int:
    """The 80 bits of a code as a person wrote it. Raises ``HeadError``."""
    signs = code.replace("-", "").replace(" ", "")
    for sign in signs:
        if sign not in _VALUE:
            raise HeadError(
                said("{sign!r} is no sign of a code, which has the ten digits and the letters except U", sign=sign)
            )
    if len(signs) != _SIGNS:
        example = "0A1B-2C3D-4E5F-6G7H"
        counts = {"signs": _SIGNS, "example": example, "count": len(signs)}
        raise HeadError(said("a code has {signs} signs, such as {example}; this one has {count}", **counts))
    return sum(_VALUE[sign] << 5 * place for place, sign in enumerate(reversed(signs)))
