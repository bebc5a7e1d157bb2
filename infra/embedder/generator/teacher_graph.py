"""
Builds the ONNX graph of all-MiniLM-L6-v2 from its weights. The model has six layers of the same few
operations. An export with its framework would require gigabytes of packages.
"""

from math import sqrt

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS = 6
HEADS = 12
WIDTH = 384
LAYER_NORM_EPSILON = 1e-12
OPSET = 17
IR_VERSION = 8


class Graph:
    """ONNX graph builder. Each method returns the name of the output that it adds."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, value: np.ndarray) -> str:
        name = f'constant_{len(self.constants)}'
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def number(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def integers(self, *values: int) -> str:
        return self.constant(np.array(values, np.int64))

    def apply(self, operation: str, *inputs: str, **attributes: object) -> str:
        name = f'{operation.lower()}_{len(self.nodes)}'
        self.nodes.append(helper.make_node(operation, inputs, [name], **attributes))
        return name


def build_teacher_graph(weights: dict[str, np.ndarray]) -> onnx.ModelProto:
    """
    Returns a model with two inputs and one output:

    - `ids`: token ids, int64, texts x tokens
    - `mask`: 1 for a token and 0 for padding, int64, texts x tokens
    - `vectors`: the normalized mean of the last layer's tokens, float32, texts x 384

    @see Devlin et al., "BERT" (2018)
    """
    graph = Graph()
    mask = graph.apply('Cast', 'mask', to=TensorProto.FLOAT)
    # With -1e9, which is within the range of float32, softmax assigns 0 to padding.
    absent = graph.apply('Mul', graph.apply('Sub', graph.number(1), mask), graph.number(-1e9))
    bias = graph.apply('Unsqueeze', absent, graph.integers(1, 2))
    hidden = _embeddings(graph, weights)
    for layer in range(LAYERS):
        hidden = _layer(graph, weights, f'encoder.layer.{layer}.', hidden, bias)
    return _model(graph, _mean(graph, hidden, mask))


def _embeddings(graph: Graph, weights: dict[str, np.ndarray]) -> str:
    def table(name: str) -> np.ndarray:
        return weights[f'embeddings.{name}_embeddings.weight']

    length = graph.apply('Gather', graph.apply('Shape', 'ids'), graph.integers(1))
    # All tokens have segment 0, so its embedding can be added to the position embeddings.
    positions = graph.constant(table('position') + table('token_type')[0])
    words = graph.apply('Gather', graph.constant(table('word')), 'ids')
    selected = graph.apply('Slice', positions, graph.integers(0), length, graph.integers(0))
    return _layer_norm(graph, weights, 'embeddings.LayerNorm', graph.apply('Add', words, selected))


def _layer(graph: Graph, weights: dict[str, np.ndarray], prefix: str, hidden: str, bias: str) -> str:
    attended = _attention(graph, weights, f'{prefix}attention.self.', hidden, bias)
    attended = _dense(graph, weights, f'{prefix}attention.output.dense', attended)
    middle = graph.apply('Add', attended, hidden)
    middle = _layer_norm(graph, weights, f'{prefix}attention.output.LayerNorm', middle)
    wide = _gelu(graph, _dense(graph, weights, f'{prefix}intermediate.dense', middle))
    narrow = _dense(graph, weights, f'{prefix}output.dense', wide)
    return _layer_norm(graph, weights, f'{prefix}output.LayerNorm', graph.apply('Add', narrow, middle))


def _attention(graph: Graph, weights: dict[str, np.ndarray], prefix: str, hidden: str, bias: str) -> str:
    def heads(name: str, order: list[int]) -> str:
        split_shape = graph.integers(0, 0, HEADS, WIDTH // HEADS)
        dense = _dense(graph, weights, f'{prefix}{name}', hidden)
        return graph.apply('Transpose', graph.apply('Reshape', dense, split_shape), perm=order)

    query, value = heads('query', [0, 2, 1, 3]), heads('value', [0, 2, 1, 3])
    scores = graph.apply('MatMul', query, heads('key', [0, 2, 3, 1]))
    scores = graph.apply('Div', scores, graph.number(sqrt(WIDTH // HEADS)))
    shares = graph.apply('Softmax', graph.apply('Add', scores, bias), axis=-1)
    mixed = graph.apply('Transpose', graph.apply('MatMul', shares, value), perm=[0, 2, 1, 3])
    return graph.apply('Reshape', mixed, graph.integers(0, 0, WIDTH))


def _dense(graph: Graph, weights: dict[str, np.ndarray], name: str, hidden: str) -> str:
    product = graph.apply('MatMul', hidden, graph.constant(weights[f'{name}.weight'].T))
    return graph.apply('Add', product, graph.constant(weights[f'{name}.bias']))


def _layer_norm(graph: Graph, weights: dict[str, np.ndarray], name: str, hidden: str) -> str:
    scale, bias = (graph.constant(weights[f'{name}.{part}']) for part in ('weight', 'bias'))
    return graph.apply('LayerNormalization', hidden, scale, bias, axis=-1, epsilon=LAYER_NORM_EPSILON)


def _gelu(graph: Graph, hidden: str) -> str:
    """Adds x / 2 * (1 + erf(x / sqrt 2)), in the order of operations that ONNX Runtime fuses."""
    error = graph.apply('Erf', graph.apply('Div', hidden, graph.number(sqrt(2))))
    product = graph.apply('Mul', hidden, graph.apply('Add', error, graph.number(1)))
    return graph.apply('Mul', product, graph.number(0.5))


def _mean(graph: Graph, hidden: str, mask: str) -> str:
    present = graph.apply('Unsqueeze', mask, graph.integers(2))
    total = graph.apply('ReduceSum', graph.apply('Mul', hidden, present), graph.integers(1), keepdims=0)
    mean = graph.apply('Div', total, graph.apply('ReduceSum', present, graph.integers(1), keepdims=0))
    return graph.apply('LpNormalization', mean, axis=1, p=2)


def _model(graph: Graph, vectors: str) -> onnx.ModelProto:
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ['t', 'n']) for name in ('ids', 'mask')]
    graph.nodes.append(helper.make_node('Identity', [vectors], ['vectors']))
    output = helper.make_tensor_value_info('vectors', TensorProto.FLOAT, ['t', WIDTH])
    whole = helper.make_graph(graph.nodes, 'all-MiniLM-L6-v2', inputs, [output], graph.constants)
    opset = [helper.make_opsetid('', OPSET)]
    model = helper.make_model(whole, opset_imports=opset, ir_version=IR_VERSION)
    onnx.checker.check_model(model)
    return model
