import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
sys.dont_write_bytecode = True
from sign import sign

# Splitting at line feeds only: splitlines would also split at U+2028.
lines = sys.stdin.buffer.read().decode("utf-8").split("\n")
for i in range(0, len(lines) - 1, 3):
    print(sign(lines[i], int(lines[i + 1]), lines[i + 2]))
