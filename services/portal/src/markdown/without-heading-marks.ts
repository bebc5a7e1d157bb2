import type { TextPart } from './query-terms.ts';

/** Mark of a heading at the beginning of a line. An ellipsis replaces the text before a snippet. */
const HEADING_MARK = /^(…?) {0,3}#{1,6}[ \t]+/gm;

/**
 * Removes the marks of headings in Markdown from the parts of a text, which is shown without formatting.
 *
 * @see https://spec.commonmark.org/0.31.2/#atx-headings
 */
export const withoutHeadingMarks = (parts: readonly TextPart[]): TextPart[] =>
  parts.map((part, index) => {
    const before = parts[index - 1]?.text;
    const startsLine = before === undefined || before.endsWith('\n');
    const text = part.text.replace(HEADING_MARK, (mark, ellipsis: string, position: number) =>
      position > 0 || startsLine ? ellipsis : mark,
    );
    return { ...part, text };
  });
