import { stemmer as stemArabic } from '@orama/stemmers/arabic';
import { stemmer as stemArmenian } from '@orama/stemmers/armenian';
import { stemmer as stemDanish } from '@orama/stemmers/danish';
import { stemmer as stemDutch } from '@orama/stemmers/dutch';
import { stemmer as stemFinnish } from '@orama/stemmers/finnish';
import { stemmer as stemFrench } from '@orama/stemmers/french';
import { stemmer as stemGerman } from '@orama/stemmers/german';
import { stemmer as stemGreek } from '@orama/stemmers/greek';
import { stemmer as stemHindi } from '@orama/stemmers/indian';
import { stemmer as stemHungarian } from '@orama/stemmers/hungarian';
import { stemmer as stemItalian } from '@orama/stemmers/italian';
import { stemmer as stemNorwegian } from '@orama/stemmers/norwegian';
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as stemRomanian } from '@orama/stemmers/romanian';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { stemmer as stemSpanish } from '@orama/stemmers/spanish';
import { stemmer as stemSwedish } from '@orama/stemmers/swedish';
import { stemmer as stemTamil } from '@orama/stemmers/tamil';
import { stemmer as stemTurkish } from '@orama/stemmers/turkish';
import { stemmer as stemUkrainian } from '@orama/stemmers/ukrainian';
import { stopwords as arabicStopWords } from '@orama/stopwords/arabic';
import { stopwords as armenianStopWords } from '@orama/stopwords/armenian';
import { stopwords as danishStopWords } from '@orama/stopwords/danish';
import { stopwords as dutchStopWords } from '@orama/stopwords/dutch';
import { stopwords as finnishStopWords } from '@orama/stopwords/finnish';
import { stopwords as frenchStopWords } from '@orama/stopwords/french';
import { stopwords as germanStopWords } from '@orama/stopwords/german';
import { stopwords as greekStopWords } from '@orama/stopwords/greek';
import { stopwords as hindiStopWords } from '@orama/stopwords/indian';
import { stopwords as hungarianStopWords } from '@orama/stopwords/hungarian';
import { stopwords as italianStopWords } from '@orama/stopwords/italian';
import { stopwords as norwegianStopWords } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStopWords } from '@orama/stopwords/portuguese';
import { stopwords as romanianStopWords } from '@orama/stopwords/romanian';
import { stopwords as russianStopWords } from '@orama/stopwords/russian';
import { stopwords as spanishStopWords } from '@orama/stopwords/spanish';
import { stopwords as swedishStopWords } from '@orama/stopwords/swedish';
import { stopwords as tamilStopWords } from '@orama/stopwords/tamil';
import { stopwords as turkishStopWords } from '@orama/stopwords/turkish';
import { stopwords as ukrainianStopWords } from '@orama/stopwords/ukrainian';

/** A language other than English. */
export interface Language {
  /** ISO 639-1 code. */
  code: string;
  /** Returns the stem of a word in lower case. */
  stem(word: string): string;
  /** Stop words in lower case. */
  stopWords: ReadonlySet<string>;
  /** Script of the language. Words of other scripts are not stemmed. */
  script: Script;
  /** Letters that indicate the language. Several languages can have the same letter. */
  letters: string;
}

export type Script = 'Latin' | 'Cyrillic' | 'Arabic' | 'Devanagari' | 'Greek' | 'Armenian' | 'Tamil';

/**
 * Maximum length of a stop word. Some of the lists also contain nouns and verbs, such as the Spanish "trabajo" (work), which
 * are longer than most function words.
 */
const MAX_STOP_WORD_LENGTH = 6;

function language(
  code: string,
  script: Script,
  stem: (word: string) => string,
  stopWords: readonly string[],
  letters = '',
): Language {
  const words = stopWords
    .map((word) => word.toLowerCase())
    .filter((word) => word.length <= MAX_STOP_WORD_LENGTH);
  return { code, script, stem, stopWords: new Set(words), letters };
}

/** The supported languages besides English. For each script, the first language is the default. */
export const LANGUAGES: readonly Language[] = [
  language('de', 'Latin', stemGerman, germanStopWords, 'äöüß'),
  language('fr', 'Latin', stemFrench, frenchStopWords, 'àâçèéêëîïôùûœ'),
  language('es', 'Latin', stemSpanish, spanishStopWords, 'áéíñóú¿¡'),
  language('it', 'Latin', stemItalian, italianStopWords, 'àèéìòù'),
  language('pt', 'Latin', stemPortuguese, portugueseStopWords, 'ãõáâçéêíóú'),
  language('nl', 'Latin', stemDutch, dutchStopWords, 'ëï'),
  language('sv', 'Latin', stemSwedish, swedishStopWords, 'äåö'),
  language('no', 'Latin', stemNorwegian, norwegianStopWords, 'åæø'),
  language('da', 'Latin', stemDanish, danishStopWords, 'åæø'),
  language('fi', 'Latin', stemFinnish, finnishStopWords, 'äö'),
  language('hu', 'Latin', stemHungarian, hungarianStopWords, 'áéíóöőúüű'),
  language('ro', 'Latin', stemRomanian, romanianStopWords, 'âîășțşţ'),
  language('tr', 'Latin', stemTurkish, turkishStopWords, 'çğıöşü'),
  language('ru', 'Cyrillic', stemRussian, russianStopWords, 'ыэъё'),
  language('uk', 'Cyrillic', stemUkrainian, ukrainianStopWords, 'іїєґ'),
  language('ar', 'Arabic', stemArabic, arabicStopWords),
  language('hi', 'Devanagari', stemHindi, hindiStopWords),
  language('el', 'Greek', stemGreek, greekStopWords),
  language('hy', 'Armenian', stemArmenian, armenianStopWords),
  language('ta', 'Tamil', stemTamil, tamilStopWords),
];
