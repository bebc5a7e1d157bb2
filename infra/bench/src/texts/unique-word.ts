/** Creates a word that no text contains and that no stemmer changes. */
export function uniqueWord(index: number): string {
  let rest = index;
  let letters = '';
  for (let place = 0; place < 5; place++) {
    letters += String.fromCharCode(97 + (rest % 26));
    rest = Math.floor(rest / 26);
  }
  return `xq${letters}q`;
}
