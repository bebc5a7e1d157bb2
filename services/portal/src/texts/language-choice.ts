import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseLanguage, createCookie } from '@loci/pages';
import { LANGUAGES, isLanguage } from './languages.ts';
import type { Language } from './languages.ts';
import { localeOf } from './texts.ts';
import type { Locale } from './texts.ts';

const ONE_YEAR_SECONDS = 365 * 86_400;

/** The language of the pages for one browser. */
export interface LanguageChoice {
  /** Returns the language that the user has chosen, or otherwise the preferred language of the browser. */
  localeFor(request: IncomingMessage): Locale;
  /** Stores the choice of the user in a cookie. */
  store(response: ServerResponse, language: Language): void;
}

export function createLanguageChoice(portalUrl: string): LanguageChoice {
  const cookie = createCookie('loci_portal_language', portalUrl);
  return {
    localeFor(request) {
      const chosen = cookie.read(request);
      return localeOf(isLanguage(chosen) ? chosen : chooseLanguage(request, LANGUAGES));
    },
    store: (response, language) => cookie.write(response, language, ONE_YEAR_SECONDS),
  };
}
