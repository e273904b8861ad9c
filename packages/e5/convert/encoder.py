"""Writes the encoder as ONNX. MatMulNBits reads the 4-bit weights as they are, once the halves are side by side."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from packed_model import BLOCK, BLOCK_BYTES, PackedModel

MICROSOFT = "com.microsoft"
COMPUTE_IN_INT8 = 4
"""MatMulNBits' accuracy_level: activations are rounded to 8 bits, block by block."""


class Graph:
    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output


def encoder_model(model: PackedModel) -> bytes:
    """From the vectors of a text's words, `words` (texts × length × 384), to one `vector` a text, of length 1."""
    graph = Graph()
    hidden, heads = model.hidden, model.heads
    size = hidden // heads

    def normal(inputs: str, name: str, output: str) -> str:
        weight, bias = (graph.constant(f"{name}.{part}", model.floats[f"{name}.{part}"]) for part in "wb")
        return graph.node("LayerNormalization", [inputs, weight, bias], output, axis=-1, epsilon=model.epsilon)

    def product(inputs: str, name: str, width: int, height: int, output: str) -> str:
        weights, scales = side_by_side(model.blocks[f"{name}.w"], height, width)
        graph.constant(f"{name}.w", weights)
        graph.constant(f"{name}.s", scales)
        graph.constant(f"{name}.b", model.floats[f"{name}.b"])
        graph.node(
            "MatMulNBits",
            [inputs, f"{name}.w", f"{name}.s"],
            f"{output}.product",
            domain=MICROSOFT,
            K=width,
            N=height,
            bits=4,
            block_size=BLOCK,
            accuracy_level=COMPUTE_IN_INT8,
        )
        return graph.node("Add", [f"{output}.product", f"{name}.b"], output)

    # All tokens are of the first type.
    positions = model.floats["emb.pos"].reshape(model.positions, hidden) + model.floats["emb.type"][:hidden]
    graph.constant("positions", positions)
    for name, value in {"zero": [0], "one": [1], "two": [2]}.items():
        graph.constant(name, np.array(value, np.int64))
    graph.constant("by_head", np.array([0, 0, heads, size], np.int64))
    graph.constant("joined", np.array([0, 0, hidden], np.int64))
    graph.constant("scale", np.array(1 / np.sqrt(size), np.float32))

    graph.node("Shape", ["words"], "shape")
    graph.node("Slice", ["shape", "one", "two"], "length")
    graph.node("Slice", ["positions", "zero", "length", "zero"], "own_positions")
    graph.node("Add", ["words", "own_positions"], "placed")
    state = normal("placed", "emb.ln", "layer_0")
    for layer in range(model.layers):
        at = f"l{layer}"
        for part in "qkv":
            product(state, f"{at}.{part}", hidden, hidden, f"{at}.{part}")
            graph.node("Reshape", [f"{at}.{part}", "by_head"], f"{at}.{part}.heads")
            turn = [0, 2, 3, 1] if part == "k" else [0, 2, 1, 3]
            graph.node("Transpose", [f"{at}.{part}.heads"], f"{at}.{part}.turned", perm=turn)
        graph.node("MatMul", [f"{at}.q.turned", f"{at}.k.turned"], f"{at}.similarity")
        graph.node("Mul", [f"{at}.similarity", "scale"], f"{at}.scaled")
        graph.node("Softmax", [f"{at}.scaled"], f"{at}.attention", axis=-1)
        graph.node("MatMul", [f"{at}.attention", f"{at}.v.turned"], f"{at}.context")
        graph.node("Transpose", [f"{at}.context"], f"{at}.context.turned", perm=[0, 2, 1, 3])
        graph.node("Reshape", [f"{at}.context.turned", "joined"], f"{at}.context.joined")
        product(f"{at}.context.joined", f"{at}.ao", hidden, hidden, f"{at}.attended")
        graph.node("Add", [f"{at}.attended", state], f"{at}.attended.sum")
        attended = normal(f"{at}.attended.sum", f"{at}.aln", f"{at}.attended.normal")
        product(attended, f"{at}.fi", hidden, model.inner, f"{at}.inner")
        graph.node("Gelu", [f"{at}.inner"], f"{at}.inner.active", domain=MICROSOFT)
        product(f"{at}.inner.active", f"{at}.fo", model.inner, hidden, f"{at}.outer")
        graph.node("Add", [f"{at}.outer", attended], f"{at}.outer.sum")
        state = normal(f"{at}.outer.sum", f"{at}.oln", f"layer_{layer + 1}")
    graph.node("ReduceMean", [state], "mean", axes=[1], keepdims=0)
    graph.node("LpNormalization", ["mean"], "vector", axis=-1, p=2)

    made = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "multilingual-e5-small",
            [helper.make_tensor_value_info("words", TensorProto.FLOAT, ["texts", "length", hidden])],
            [helper.make_tensor_value_info("vector", TensorProto.FLOAT, ["texts", hidden])],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=8,
    )
    onnx.checker.check_model(made)
    return made.SerializeToString(deterministic=True)


def side_by_side(blocks: np.ndarray, height: int, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Two neighbouring weights in each byte, and the scales as floats."""
    rows = blocks.reshape(height, width // BLOCK, BLOCK_BYTES)
    scales = rows[:, :, :2].copy().view(np.float16)[:, :, 0].astype(np.float32)
    halves = rows[:, :, 2:]
    weights = np.concatenate([halves & 15, halves >> 4], axis=2)
    return (weights[:, :, 0::2] | (weights[:, :, 1::2] << 4)).astype(np.uint8), scales.reshape(-1)
