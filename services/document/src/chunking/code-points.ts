/** How many code points `text` has between two UTF-16 offsets, neither inside a surrogate pair. */
export function codePointsBetween(text: string, start: number, end: number): number {
  let count = end - start;
  for (let i = start; i < end - 1; i++) {
    if (isPair(text, i)) {
      count--;
      i++;
    }
  }
  return count;
}

/** The UTF-16 offset `count` code points behind `start`, at most the text's end. */
export function offsetAfter(text: string, start: number, count: number): number {
  let offset = start;
  for (let i = 0; i < count && offset < text.length; i++) offset += isPair(text, offset) ? 2 : 1;
  return offset;
}

/** The UTF-16 offset `count` code points before `end`, at least `start`. */
export function offsetBefore(text: string, start: number, end: number, count: number): number {
  let offset = end;
  for (let i = 0; i < count && offset > start; i++)
    offset -= offset - 2 >= start && isPair(text, offset - 2) ? 2 : 1;
  return offset;
}

function isPair(text: string, offset: number): boolean {
  const high = text.charCodeAt(offset);
  const low = text.charCodeAt(offset + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
