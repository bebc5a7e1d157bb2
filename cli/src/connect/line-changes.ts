/** Longest texts that are compared line by line, as the product of their numbers of different lines. */
const MAX_COMPARISONS = 4_000_000;

/** Returns the removed lines with `- ` and the added lines with `+ `, in their order. Unchanged lines are omitted. */
export function lineChanges(before: string, after: string): string[] {
  let old = toLines(before);
  let current = toLines(after);
  let start = 0;
  while (start < Math.min(old.length, current.length) && old[start] === current[start]) start += 1;
  old = old.slice(start);
  current = current.slice(start);
  while (old.length > 0 && current.length > 0 && old.at(-1) === current.at(-1)) {
    old.pop();
    current.pop();
  }
  if (old.length * current.length > MAX_COMPARISONS)
    return [...old.map((line) => `- ${line}`), ...current.map((line) => `+ ${line}`)];
  return compare(old, current);
}

const toLines = (text: string): string[] => {
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

/** Longest common subsequence by dynamic programming. */
function compare(old: readonly string[], current: readonly string[]): string[] {
  const width = current.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = current.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === current[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const changes: string[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < current.length) {
    if (i < old.length && j < current.length && old[i] === current[j]) {
      i += 1;
      j += 1;
    } else if (
      i < old.length &&
      (j === current.length || lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    )
      changes.push(`- ${old[i++]!}`);
    else changes.push(`+ ${current[j++]!}`);
  }
  return changes;
}
