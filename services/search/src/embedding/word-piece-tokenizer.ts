/** Row numbers of the token table by vocabulary entry. Entries that continue a word start with `##`. */
export type Vocabulary = ReadonlyMap<string, number>;

const MAX_WORD_CODE_POINTS = 100;
const MAX_CACHED_WORDS = 50_000;

const ASCII_ONLY = /^[\0-\x7e]*$/;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const PUNCTUATION = /[!-/:-@[-`{-~]|\p{P}/u;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}]/u;
const SPACE = /\s/u;
/**
 * Matches the Unicode blocks that BERT treats as Chinese characters, which do not include kana or Hangul.
 */
const IDEOGRAPH =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;

/** Returns true if the text contains a character that the tokenizer treats as a separate word. */
export const hasIdeograph = (text: string): boolean => IDEOGRAPH.test(text);

/**
 * Creates a WordPiece tokenizer, which returns the rows of the tokens of a text in order. Normalizes and splits words
 * like BERT uncased, then takes the longest matching pieces first. Words of more than 100 characters, and words with a
 * part that is not in the vocabulary, have no tokens.
 *
 * @see Devlin et al. 2019, "BERT"; Schuster and Nakajima 2012 (WordPiece)
 */
export function createWordPieceTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const cache = new Map<string, readonly number[]>();

  function piecesOf(word: string): readonly number[] {
    const cached = cache.get(word);
    if (cached) return cached;
    const pieces = splitWord(word, vocabulary);
    if (cache.size >= MAX_CACHED_WORDS) cache.clear();
    cache.set(word, pieces);
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
  // Fast path for ASCII texts, where Unicode regular expressions would take 80 % of the time.
  return ASCII_ONLY.test(text) ? splitAscii(text.toLowerCase()) : splitNormalized(normalize(text));
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

function normalize(text: string): string {
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

function splitNormalized(text: string): string[] {
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
