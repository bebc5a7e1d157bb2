import type { Language } from './languages.ts';

/** Translations of the error messages of the API, which are in English. */
export interface ApiErrorTexts {
  /** Locale of numbers. */
  numbers: string;
  /** Sentence for a message that {@link messages} lacks, by error code. */
  codes: Readonly<Record<string, string>>;
  /** Sentence for a message and a code that the catalog lacks. */
  otherCode: string;
  /** Sentence for the message about a field that {@link messages} lacks. */
  otherField: string;
  /**
   * Translations by the message of the API, with `{}` for each inserted value. `{0}` in a translation is the first of
   * these values. A translation can omit values, for example names in English.
   */
  messages: Readonly<Record<string, string>>;
}

/** Returns the translations of a language, or null for English. They are only loaded after an error. */
export const loadApiErrorTexts = async (language: Language): Promise<ApiErrorTexts | null> =>
  language === 'de' ? (await import('./de/api-errors.ts')).apiErrors : null;
