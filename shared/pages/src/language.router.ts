import express from 'express';
import type { Router } from 'express';
import { html } from './html.ts';
import type { Html } from './html.ts';
import type { LanguageChoice } from './language-choice.ts';
import { LANGUAGES, LANGUAGE_NAMES, isLanguage } from './languages.ts';
import type { Language } from './languages.ts';
import { safeReturnTo } from './return-to.ts';
import { sendRedirect } from './send-page.ts';

/**
 * Serves `/language`, the target of {@link languageForm}. The form needs no CSRF token, because a forged request only changes
 * the language.
 */
export function languageRouter({ languages }: { languages: Pick<LanguageChoice<unknown>, 'store'> }): Router {
  const router = express.Router();
  router.post('/language', express.urlencoded({ extended: false, limit: '4kb' }), (request, response) => {
    const { language, return_to: returnTo } = (request.body ?? {}) as Record<string, unknown>;
    if (isLanguage(language)) languages.store(response, language);
    sendRedirect(response, safeReturnTo(returnTo));
  });
  return router;
}

/**
 * Renders a form with the names of the other languages.
 *
 * @param options.language language of the page
 * @param options.label word for "language" in the language of the page
 * @param options.returnTo path of the page
 */
export const languageForm = ({
  language,
  label,
  returnTo,
}: {
  language: Language;
  label: string;
  returnTo: string;
}): Html =>
  html`<form method="post" action="/language" class="inline-form">
    <input type="hidden" name="return_to" value="${returnTo}" />
    ${LANGUAGES.filter((each) => each !== language).map(
      (each) =>
        html`<button
          type="submit"
          class="link"
          name="language"
          value="${each}"
          lang="${each}"
          title="${label}"
        >
          ${LANGUAGE_NAMES[each]}
        </button>`,
    )}
  </form>`;
