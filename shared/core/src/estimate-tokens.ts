const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Estimated number of tokens of a UUID. Its hexadecimal digits split into tokens of one to three characters. */
const TOKENS_PER_UUID = 24;
const UUID_LENGTH = 36;
const CHARACTERS_PER_TOKEN = 3.5;
// eslint-disable-next-line no-control-regex -- matches all characters outside ASCII
const NOT_ASCII = /[^\u0000-\u007f]/g;

/**
 * Estimates the number of tokens of a text for language models. The estimate is deliberately high,
 * because tokenizers differ: 24 tokens per id, 1 token per 3.5 other ASCII characters, and 1 token per
 * character that is not ASCII.
 *
 * @see docs/reference/context.md#tokens
 */
export function estimateTokens(text: string): number {
  const uuids = text.match(UUID)?.length ?? 0;
  const notAscii = text.match(NOT_ASCII)?.length ?? 0;
  const ascii = text.length - uuids * UUID_LENGTH - notAscii;
  return uuids * TOKENS_PER_UUID + notAscii + Math.ceil(ascii / CHARACTERS_PER_TOKEN);
}
