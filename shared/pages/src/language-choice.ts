import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseLanguage } from './choose-language.ts';
import { createCookie } from './cookies.ts';
import { LANGUAGES, isLanguage } from './languages.ts';
import type { Language } from './languages.ts';

const ONE_YEAR_SECONDS = 365 * 86_400;

/**
 * The language of the pages for one browser.
 *
 * @typeParam Locale a language and its texts
 */
export interface LanguageChoice<Locale> {
  /**
   * Returns the language that the user has chosen, or otherwise the requested language, or otherwise the preferred language of
   * the browser.
   *
   * @param requested value of `ui_locales` of an OAuth request: language tags, separated by spaces, the preferred one first
   */
  localeFor(request: Pick<IncomingMessage, 'headers'>, requested?: unknown): Locale;
  /** Stores the choice of the user in a cookie. */
  store(response: ServerResponse, language: Language): void;
}

/**
 * Creates the choice of the language for the pages of one server. The servers of one host share the choice, because browsers
 * share cookies between ports.
 */
export function createLanguageChoice<Locale>({
  publicUrl,
  localeOf,
}: {
  publicUrl: string;
  localeOf(language: Language): Locale;
}): LanguageChoice<Locale> {
  const cookie = createCookie('loci_language', publicUrl);
  return {
    localeFor(request, requested) {
      const chosen = cookie.read(request as IncomingMessage);
      if (isLanguage(chosen)) return localeOf(chosen);
      return localeOf(firstAvailable(requested) ?? chooseLanguage(request, LANGUAGES));
    },
    store: (response, language) => cookie.write(response, language, ONE_YEAR_SECONDS),
  };
}

/** Returns the first available language of `ui_locales`. `de-AT` matches `de`. */
function firstAvailable(requested: unknown): Language | undefined {
  if (typeof requested !== 'string') return undefined;
  const tags = requested.slice(0, 1_000).toLowerCase().split(' ');
  return tags.map((tag) => tag.split('-')[0]).find(isLanguage);
}
