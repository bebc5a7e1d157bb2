/** Yields the lines of a stream of UTF-8. Cancels the stream if the consumer stops. */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let incomplete = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (incomplete + decoder.decode(value, { stream: !done })).split('\n');
      incomplete = lines.pop()!;
      yield* lines;
      if (done) break;
    }
    if (incomplete !== '') yield incomplete;
  } finally {
    await reader.cancel();
  }
}
