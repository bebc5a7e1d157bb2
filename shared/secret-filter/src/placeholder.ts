const WORDS =
  /^(?:x+|\*+|\.{3,}|-+|_+|password|passwd|pass|pwd|passphrase|secret|token|changeme|change-me|null|none|undefined|true|false|required|redacted|example|string|hidden|your[-_ ].{0,100}|my[-_ ]?(?:password|secret|token|key))$/i;

/** Whether a value stands for a secret: a variable, a name in brackets, or a word such as `changeme`. */
export function isPlaceholder(value: string): boolean {
  return (
    WORDS.test(value) ||
    /^[$%<{[(]|^(?:process\.env|os\.environ|env|config|secrets|vars)\.|\*{3}|\[redacted/i.test(value)
  );
}

/** Random keys of 16 characters and more have at least 3 bits per character. Names and repetitions have fewer. */
const MIN_ENTROPY_BITS = 3;

/** Whether a value looks random: it has digits and letters, and few repetitions. */
export function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits >= MIN_ENTROPY_BITS;
}
