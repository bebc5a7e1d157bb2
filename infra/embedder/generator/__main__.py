"""The whole way from texts to the file. Run by ../generate.sh, which has fetched what it needs."""

import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from .bags import make_bags
from .first_rows import first_rows
from .target import fit_projection
from .teacher import Teacher
from .teacher_files import load_tokenizer, load_vocabulary, load_weights
from .teacher_graph import build_teacher_graph
from .test_vectors import make_test_vectors, texts_of
from .texts.training_texts import read_training_texts
from .token_vector_file import quantise, to_bytes
from .train import train

CLS, SEP = 101, 102
MAX_TOKENS = 96
TOKENS_PER_RUN = 4_096
PROGRESS_EVERY_SECONDS = 30


def read_arguments() -> Namespace:
    parser = ArgumentParser(description='Makes the file of the built-in embedder.')
    parser.add_argument('--texts', type=Path, required=True, help='where the text packages were unpacked')
    parser.add_argument('--out', type=Path, required=True, help='the file to write, a .bin')
    parser.add_argument(
        '--test-texts', type=Path, required=True, help='test vectors with the texts to repeat'
    )
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    started_at = time.monotonic()

    def log(message: str) -> None:
        print(f'{time.monotonic() - started_at:6.0f} s  {message}', flush=True)

    texts = read_training_texts(arguments.texts)
    tokenizer, vocabulary = load_tokenizer(), load_vocabulary()
    tokens = [encoding.ids for encoding in tokenizer.encode_batch(texts, add_special_tokens=False)]
    tokens = [ids[: MAX_TOKENS - 2] for ids in tokens if ids]
    log(f'{len(tokens)} texts, {sum(map(len, tokens)) / len(tokens):.1f} tokens each')

    graph = build_teacher_graph(load_weights()).SerializeToString()
    teacher = Teacher(graph, threads=os.cpu_count() or 1)
    alone = teacher.embed([[CLS, token, SEP] for token in range(len(vocabulary))], TOKENS_PER_RUN)
    log('every token by itself through the teacher')
    taught = teacher.embed([[CLS, *ids, SEP] for ids in tokens], TOKENS_PER_RUN, reporter(len(tokens), log))

    projection = fit_projection(taught)
    log(f'256 directions keep {projection.kept:.3f}')
    bags = make_bags(tokens, len(vocabulary))
    rows = train(first_rows(alone, projection, tokens), bags, projection.apply(taught), log)

    vectors = quantise(rows, vocabulary)
    arguments.out.write_bytes(to_bytes(vectors))
    test_vectors = make_test_vectors(texts_of(arguments.test_texts), arguments.out.stem, vectors, tokenizer)
    arguments.out.with_suffix('.vectors.json').write_text(test_vectors, 'utf8')
    log(f'{arguments.out}: {arguments.out.stat().st_size} bytes')


def reporter(total: int, log: Callable[[str], None]) -> Callable[[int], None]:
    """Says now and then how far it is."""
    told_at = time.monotonic()

    def report(done: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at > PROGRESS_EVERY_SECONDS or done == total:
            told_at = time.monotonic()
            log(f'{done} of {total} texts through the teacher')

    return report


main()
