import unittest

import numpy as np

from generator.teacher import Teacher
from generator.teacher_files import load_tokenizer, load_weights
from generator.teacher_graph import build_teacher_graph

TEXTS = [
    'A man is eating food.',
    'Someone has a meal.',
    'The stock market fell by three percent on Monday morning.',
]


class TeacherTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.teacher = Teacher(build_teacher_graph(load_weights()).SerializeToString(), threads=1)
        cls.tokens = [encoding.ids for encoding in load_tokenizer().encode_batch(TEXTS)]

    def test_vectors_are_unit_vectors_and_more_similar_for_texts_of_similar_meaning(self) -> None:
        vectors = self.teacher.embed(self.tokens, 4_096)
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
        similarity = vectors @ vectors.T
        self.assertGreater(similarity[0, 1], 0.5)
        self.assertLess(similarity[0, 2], 0.2)

    def test_padding_does_not_change_the_vectors(self) -> None:
        together = self.teacher.embed(self.tokens, 4_096)
        alone = self.teacher.embed(self.tokens, 1)
        np.testing.assert_allclose(together, alone, atol=1e-5)

    def test_graph_matches_a_reference_implementation_in_numpy(self) -> None:
        weights = load_weights()
        for tokens, vector in zip(self.tokens, self.teacher.embed(self.tokens, 4_096), strict=True):
            np.testing.assert_allclose(vector, reference_vector(weights, tokens), atol=1e-5)


def reference_vector(weights: dict[str, np.ndarray], tokens: list[int]) -> np.ndarray:
    from scipy.special import erf, softmax

    def dense(name: str, hidden: np.ndarray) -> np.ndarray:
        return hidden @ weights[f'{name}.weight'].T + weights[f'{name}.bias']

    def norm(name: str, hidden: np.ndarray) -> np.ndarray:
        centered = hidden - hidden.mean(-1, keepdims=True)
        scaled = centered / np.sqrt((centered**2).mean(-1, keepdims=True) + 1e-12)
        return scaled * weights[f'{name}.weight'] + weights[f'{name}.bias']

    def table(name: str) -> np.ndarray:
        return weights[f'embeddings.{name}_embeddings.weight']

    hidden = table('word')[tokens] + table('position')[: len(tokens)] + table('token_type')[0]
    hidden = norm('embeddings.LayerNorm', hidden)
    for layer in range(6):
        prefix = f'encoder.layer.{layer}.'
        query, key, value = (
            dense(f'{prefix}attention.self.{name}', hidden).reshape(-1, 12, 32).swapaxes(0, 1)
            for name in ('query', 'key', 'value')
        )
        shares = softmax(query @ key.swapaxes(1, 2) / np.sqrt(32), axis=-1)
        mixed = (shares @ value).swapaxes(0, 1).reshape(-1, 384)
        hidden = norm(
            f'{prefix}attention.output.LayerNorm', hidden + dense(f'{prefix}attention.output.dense', mixed)
        )
        wide = dense(f'{prefix}intermediate.dense', hidden)
        wide = wide * (1 + erf(wide / np.sqrt(2))) / 2
        hidden = norm(f'{prefix}output.LayerNorm', hidden + dense(f'{prefix}output.dense', wide))
    mean = hidden.mean(0)
    return mean / np.linalg.norm(mean)
