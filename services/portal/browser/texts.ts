import { isLanguage } from '../src/texts/languages.ts';
import type { Language } from '../src/texts/languages.ts';
import type { Texts } from '../src/texts/texts.ts';

/** Language of the page. */
export const language: Language = isLanguage(document.documentElement.lang)
  ? document.documentElement.lang
  : 'en';

/** Texts in the language of the page. Only the catalog of this language is loaded. */
export const texts: Texts =
  language === 'de'
    ? (await import('../src/texts/de/index.ts')).de
    : (await import('../src/texts/en/index.ts')).en;
