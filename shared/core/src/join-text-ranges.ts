/** Part of a text, with its range in the text in Unicode code points. `end` is exclusive. */
export interface TextRange {
  content: string;
  start: number;
  end: number;
}

/**
 * Joins parts of one text in ascending order. Overlapping text appears once. A line break replaces text that is
 * missing between two parts.
 */
export function joinTextRanges(parts: readonly TextRange[]): string {
  const joined: string[] = [];
  let joinedEnd: number | null = null;
  for (const { content, start, end } of parts) {
    if (joinedEnd === null || start === joinedEnd) joined.push(content);
    else if (start > joinedEnd) joined.push('\n', content);
    else
      joined.push(
        Array.from(content)
          .slice(joinedEnd - start)
          .join(''),
      );
    joinedEnd = end;
  }
  return joined.join('');
}
