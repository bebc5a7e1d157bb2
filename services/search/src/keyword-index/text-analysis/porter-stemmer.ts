// Notation of Porter's paper: a word has the form [C](VC)^m[V], where `m` is its measure.
const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
const MEASURE_ABOVE_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_IS_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_ABOVE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const DOUBLE_CONSONANT = /([^aeiouylsz])\1$/;
const ENDS_WITH_CVC = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const STEP_2: [suffix: string, replacement: string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP_3: [suffix: string, replacement: string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$|^(.+?[st])(ion)$/;

/**
 * Returns the stem of an English word, for example "connect" for "connected" and "connections". Words of one or two
 * letters are returned unchanged.
 *
 * @param word lower-case ASCII letters
 * @see M. F. Porter 1980, "An algorithm for suffix stripping", with the two changes of the author's implementation
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  // An initial y is a consonant. As an upper-case letter, it does not match the vowel classes.
  let stemmed = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  stemmed = removePlural(stemmed);
  stemmed = removePastOrGerund(stemmed);
  if (stemmed.endsWith('y') && HAS_VOWEL.test(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = replaceSuffix(stemmed, STEP_2);
  stemmed = replaceSuffix(stemmed, STEP_3);
  stemmed = removeStep4Suffix(stemmed);
  stemmed = removeFinalEAndDoubleL(stemmed);
  return stemmed.startsWith('Y') ? `y${stemmed.slice(1)}` : stemmed;
}

function removePlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function removePastOrGerund(word: string): string {
  if (word.endsWith('eed')) return MEASURE_ABOVE_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const rest = word.slice(0, word.length - ending);
  if (ending === 0 || !HAS_VOWEL.test(rest)) return word;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (DOUBLE_CONSONANT.test(rest)) return rest.slice(0, -1);
  return ENDS_WITH_CVC.test(rest) ? `${rest}e` : rest;
}

function replaceSuffix(word: string, replacements: readonly [string, string][]): string {
  for (const [suffix, replacement] of replacements) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, word.length - suffix.length);
    return MEASURE_ABOVE_0.test(rest) ? rest + replacement : word;
  }
  return word;
}

function removeStep4Suffix(word: string): string {
  const match = STEP_4.exec(word);
  const rest = match?.[1] ?? match?.[3];
  return rest !== undefined && MEASURE_ABOVE_1.test(rest) ? rest : word;
}

function removeFinalEAndDoubleL(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const rest = result.slice(0, -1);
    if (MEASURE_ABOVE_1.test(rest) || (MEASURE_IS_1.test(rest) && !ENDS_WITH_CVC.test(rest))) result = rest;
  }
  return result.endsWith('ll') && MEASURE_ABOVE_1.test(result) ? result.slice(0, -1) : result;
}
