export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages in the languages themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** True if the value is the tag of a language that the portal has texts for. */
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((each) => each === value);
