"""Trains the model and writes its file. ../generate.sh installs the requirements and runs this module."""

import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from .bags import build_bags
from .initial_rows import initial_rows
from .target import fit_projection
from .teacher import Teacher
from .teacher_files import load_tokenizer, load_vocabulary, load_weights
from .teacher_graph import build_teacher_graph
from .test_vectors import build_test_vectors, read_texts
from .texts.training_texts import read_training_texts
from .token_vector_file import quantize, to_bytes
from .train import train

CLS, SEP = 101, 102
MAX_TOKENS = 96
TOKENS_PER_RUN = 4_096
PROGRESS_EVERY_SECONDS = 30


def read_arguments() -> Namespace:
    parser = ArgumentParser(description='Generates the file of the built-in embedding model.')
    parser.add_argument('--texts', type=Path, required=True, help='folder with the unpacked text packages')
    parser.add_argument('--out', type=Path, required=True, help='output file (.bin)')
    parser.add_argument(
        '--test-texts', type=Path, required=True, help='existing test vectors whose texts are reused'
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
    token_vectors = teacher.embed([[CLS, token, SEP] for token in range(len(vocabulary))], TOKENS_PER_RUN)
    log('embedded each token of the vocabulary with the teacher')
    log_progress = progress_logger(len(tokens), log)
    text_vectors = teacher.embed([[CLS, *ids, SEP] for ids in tokens], TOKENS_PER_RUN, log_progress)

    projection = fit_projection(text_vectors)
    log(f'256 dimensions retain {projection.retained:.3f} of the variance')
    bags = build_bags(tokens, len(vocabulary))
    rows = train(initial_rows(token_vectors, projection, tokens), bags, projection.apply(text_vectors), log)

    vectors = quantize(rows, vocabulary)
    arguments.out.write_bytes(to_bytes(vectors))
    test_texts = read_texts(arguments.test_texts)
    test_vectors = build_test_vectors(test_texts, arguments.out.stem, vectors, tokenizer)
    arguments.out.with_suffix('.vectors.json').write_text(test_vectors, 'utf8')
    log(f'{arguments.out}: {arguments.out.stat().st_size} bytes')


def progress_logger(total: int, log: Callable[[str], None]) -> Callable[[int], None]:
    """Returns a callback that logs the progress at most every 30 seconds, and at the end."""
    logged_at = time.monotonic()

    def report(done: int) -> None:
        nonlocal logged_at
        if time.monotonic() - logged_at > PROGRESS_EVERY_SECONDS or done == total:
            logged_at = time.monotonic()
            log(f'embedded {done} of {total} texts with the teacher')

    return report


main()
