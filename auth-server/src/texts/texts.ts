import type { Language } from '@loci/pages';
import { de } from './de/index.ts';
import { en } from './en/index.ts';

/** The catalog of one language. English defines its shape, so the compiler reports a missing translation. */
export type Texts = typeof en;

/** A language and its texts. */
export interface Locale {
  language: Language;
  texts: Texts;
}

const CATALOGS: Readonly<Record<Language, Texts>> = { en, de };

/** Returns the texts of a language. */
export const localeOf = (language: Language): Locale => ({ language, texts: CATALOGS[language] });
