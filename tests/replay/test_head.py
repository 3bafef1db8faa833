"""The short code of a seal, as people copy it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.head import ALPHABET, HeadError, head_of, same_head

HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)


def test_crockford_leaves_out_the_letters_that_are_misread() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)


@pytest.mark.parametrize(
    ("hash_", "code"),
    [
        ("0" * 64, "0000-0000-0000-0000"),
        ("f" * 64, "ZZZZ-ZZZZ-ZZZZ-ZZZZ"),
        ("00443214c74254b635cf" + "0" * 44, "0123-4567-89AB-CDEF"),
        ("84653a56d7c675be77df" + "f" * 44, "GHJK-MNPQ-RSTV-WXYZ"),
    ],
)
def test_a_code_is_the_first_80_bits(hash_: str, code: str) -> None:
    assert head_of(hash_) == code


@given(HASHES)
def test_a_code_is_that_of_its_seal(hash_: str) -> None:
    assert same_head(head_of(hash_), hash_)
    assert same_head(head_of(hash_), hash_[:20] + "0" * 44)


@given(HASHES, st.integers(0, 79))
def test_a_code_is_of_no_seal_that_differs_in_one_of_its_bits(hash_: str, bit: int) -> None:
    other = f"{int(hash_, 16) ^ 1 << 255 - bit:064x}"
    assert not same_head(head_of(hash_), other)
    assert head_of(hash_) != head_of(other)


@pytest.mark.parametrize(
    "code",
    [
        "0123-4567-89AB-CDEF",
        "0123456789abcdef",
        " 0123 4567 89ab cdef ",
        "o123-4567-89AB-CDEF",
        "OI23-4567-89AB-CDEF",
        "ol23-4567-89ab-cdef",
        "0-1-2-3-4-5-6-7-8-9-A-B-C-D-E-F",
    ],
)
def test_a_code_is_read_as_people_write_it(code: str) -> None:
    assert same_head(code, "00443214c74254b635cf" + "0" * 44)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "16 signs.*has 0"),
        ("0123-4567-89AB-CDE", "has 15"),
        ("0123-4567-89AB-CDEF-0", "has 17"),
        ("0123-4567-89AB-CDEU", "'U' is no sign"),
        ("0123-4567-89AB-CDE*", r"'\*' is no sign"),
        ("０123-4567-89AB-CDEF", "'０' is no sign"),
        ("0123–4567–89AB–CDEF", "'–' is no sign"),
        ("0123-4567-89AB-CDE\x1b", r"'\\x1b' is no sign"),
        ("ß123-4567-89AB-CDEF", "'ß' is no sign"),
    ],
)
def test_what_is_no_code_is_said_to_be_none(code: str, message: str) -> None:
    with pytest.raises(HeadError, match=message):
        same_head(code, "0" * 64)
