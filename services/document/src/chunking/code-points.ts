/** Counts the code points between two UTF-16 offsets. The offsets must not be within surrogate pairs. */
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

/** Returns the UTF-16 offset `count` code points after `start`, or the end of the text. */
export function offsetAfter(text: string, start: number, count: number): number {
  let offset = start;
  for (let i = 0; i < count && offset < text.length; i++) offset += isPair(text, offset) ? 2 : 1;
  return offset;
}

/** Returns the UTF-16 offset `count` code points before `end`, but not before `start`. */
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
