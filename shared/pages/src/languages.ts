/** Languages of the pages as BCP 47 tags. The first one is the default. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages in the languages themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** True if the value is the tag of a language that the pages have texts for. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((each) => each === value);
