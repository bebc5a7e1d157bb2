import { createRequire } from 'node:module';

// `stopwords-iso` consists of a JSON file, which `require` loads without an import attribute.
const STOP_WORD_LISTS = createRequire(import.meta.url)('stopwords-iso') as Record<string, string[]>;

/**
 * Languages whose stop words are used. Each language is one bit of a 32-bit set, so at most 32 are possible.
 */
const LANGUAGES =
  'en de fr es pt it nl sv da no fi pl cs sk hu ro tr ru uk bg el he ar fa hi id vi ja zh ko ca'.split(' ');
/** Bit of English in the bit set of languages. */
const ENGLISH = 1;
/**
 * Minimum number of stop words that a text must contain to be classified as a language other than English.
 */
const MIN_STOP_WORDS = 2;

/** English stop words that `stopwords-iso` lacks. They ranked high among the topics of conversations. */
const CONVERSATIONAL_STOP_WORDS =
  `yeah yep yup nope hey hmm wow whoa aww haha hahaha lol omg gonna wanna gotta kinda sorta awesome amazing cool nice
  wonderful fantastic incredible glad happy totally absolutely exactly super lots lot bit stuff thing things sounds sound
  guess bet check checking catch chat talk talking talked tell telling told love loved loves loving enjoy enjoyed
  enjoying feel feels feeling feelings felt thankful grateful excited exciting hear heard hearing guys
  yesterday tomorrow tonight morning afternoon evening week weeks weekend month months day days hour hours minute
  minutes moment moments monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december spring summer autumn winter past future time times start started
  starting starts happen happened happening bring brings bringing brought lead leads remind reminds reminded imagine
  realize realized real life people person friend everyday pretty special favorite favourite perfect beautiful
  image photo picture pic caption user users assistant
  fun tough blast wait waiting congrats congratulations bye hope hopes hoping agree agreed true idea ideas remember
  remembered remembers helping helped helps sharing share shared shares hard harder crazy coming comes
  inspiring inspired inspires encouragement encouraging difference kudos pal buddy mate dude yay ugh woah
  appreciated understanding understand positive possibility def prob cuz cause lately soon fave yup
  goodbye cheers hello hiya gotcha btw imo sweet cute thankfully luckily honestly stay create basically finding found lucky standing sitting meaning matter
  matters weird funny sad worth worry worries rock rocks rewarding`
    .split(/\s+/u)
    .filter((word) => word !== '');

/** English words in `stopwords-iso` that can be topics of memories, so they do not count as stop words. */
const KEPT_WORDS = new Set(
  'computer group home http html index invention member microsoft netscape novel page problem research room rooms run state system test tests text web website'.split(
    ' ',
  ),
);

/** For each word, the bit set of the languages in which it is a stop word. */
const languagesOf = new Map<string, number>();
for (const [index, language] of LANGUAGES.entries()) {
  for (const word of STOP_WORD_LISTS[language] ?? []) addStopWord(word, 1 << index);
}
for (const word of CONVERSATIONAL_STOP_WORDS) addStopWord(word, ENGLISH);

function addStopWord(word: string, language: number): void {
  // Texts are split at apostrophes, so "don't" becomes "don" and "t".
  for (const part of word.normalize('NFC').toLowerCase().split(/['’]/u)) {
    if (!(language === ENGLISH && KEPT_WORDS.has(part)))
      languagesOf.set(part, (languagesOf.get(part) ?? 0) | language);
  }
}

/**
 * Selects the stop words for a text. English stop words always count, because texts in every language contain
 * English words. The stop words of the language with the most occurrences in the text count as well. Stop
 * words are so frequent that one or two sentences identify the language.
 *
 * @param words words of the text in lowercase
 * @returns a predicate that is true for stop words
 */
export function stopWordsFor(words: readonly string[]): (word: string) => boolean {
  const counts = new Int32Array(LANGUAGES.length);
  for (const word of words) {
    let bits = languagesOf.get(word) ?? 0;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits);
      counts[bit]! += 1;
      bits &= ~(1 << bit);
    }
  }
  let best = 0;
  for (let index = 1; index < counts.length; index++) {
    if (counts[index]! >= MIN_STOP_WORDS && counts[index]! > counts[best]!) best = index;
  }
  const mask = ENGLISH | (1 << best);
  return (word) => ((languagesOf.get(word) ?? 0) & mask) !== 0;
}
