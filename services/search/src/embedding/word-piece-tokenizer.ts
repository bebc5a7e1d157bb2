/** Vocabulary entry to its row; entries that continue a word begin with `##`. */
export type Vocabulary = ReadonlyMap<string, number>;

const MAX_WORD_CODE_POINTS = 100;
const MAX_REMEMBERED_WORDS = 50_000;

const ASCII_ONLY = /^[\0-\x7e]*$/;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const PUNCTUATION = /[!-/:-@[-`{-~]|\p{P}/u;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u;
const SPACE = /\s/u;
// The blocks that BERT calls Chinese characters; kana and hangul are not among them.
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;

/**
 * A tokenizer that gives the rows of a text's pieces, in order: BERT's uncased normalisation and word
 * splitting, then the longest pieces first. Words over 100 characters, and words with a part
 * that the vocabulary lacks, give nothing.
 *
 * @see Devlin et al. 2019, "BERT"; Schuster and Nakajima 2012 (WordPiece)
 */
export function createWordPieceTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const remembered = new Map<string, readonly number[]>();

  function piecesOf(word: string): readonly number[] {
    const known = remembered.get(word);
    if (known) return known;
    const pieces = splitWord(word, vocabulary);
    if (remembered.size >= MAX_REMEMBERED_WORDS) remembered.clear();
    remembered.set(word, pieces);
    return pieces;
  }

  return (text) => {
    const rows: number[] = [];
    for (const word of splitText(text)) rows.push(...piecesOf(word));
    return rows;
  };
}

function splitWord(word: string, vocabulary: Vocabulary): number[] {
  if ([...word].length > MAX_WORD_CODE_POINTS) return [];
  const pieces: number[] = [];
  let start = 0;
  while (start < word.length) {
    let end = word.length;
    let row: number | undefined;
    for (; end > start; end--) {
      row = vocabulary.get(start === 0 ? word.slice(0, end) : `##${word.slice(start, end)}`);
      if (row !== undefined) break;
    }
    if (row === undefined) return [];
    pieces.push(row);
    start = end;
  }
  return pieces;
}

function splitText(text: string): string[] {
  // Most texts are ASCII, and for those the walk over Unicode classes is four fifths of the time.
  return ASCII_ONLY.test(text) ? splitAscii(text.toLowerCase()) : splitNormalised(normalise(text));
}

function splitAscii(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    const isSpace = character === ' ' || character === '\n' || character === '\t' || character === '\r';
    const isPunctuation = ASCII_PUNCTUATION.test(character);
    if (isSpace || isPunctuation) {
      if (word) words.push(word);
      word = '';
      if (isPunctuation) words.push(character);
    } else if (character > ' ') word += character;
  }
  if (word) words.push(word);
  return words;
}

function normalise(text: string): string {
  let printable = '';
  for (const character of text) {
    if (character === '\t' || character === '\n' || character === '\r' || SPACE.test(character))
      printable += ' ';
    else if (character === '\ufffd' || UNPRINTABLE.test(character)) continue;
    else printable += IDEOGRAPH.test(character) ? ` ${character} ` : character;
  }
  return printable
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

function splitNormalised(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    const isPunctuation = PUNCTUATION.test(character);
    if (isPunctuation || SPACE.test(character)) {
      if (word) words.push(word);
      word = '';
      if (isPunctuation) words.push(character);
    } else word += character;
  }
  if (word) words.push(word);
  return words;
}
