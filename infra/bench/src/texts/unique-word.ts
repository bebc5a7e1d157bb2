/** Returns a different word for each index. No text contains these words, and no stemmer changes them. */
export function uniqueWord(index: number): string {
  let rest = index;
  let letters = '';
  for (let place = 0; place < 5; place++) {
    letters += String.fromCharCode(97 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return `xq${letters}q`;
}
