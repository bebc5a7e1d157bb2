import { sendRedirect } from '@loci/pages';
import express from 'express';
import type { Router } from 'express';
import { safeReturnTo } from '../sessions/session.ts';
import { isLanguage } from './languages.ts';
import type { LanguageChoice } from './language-choice.ts';

/**
 * Serves `/language`, the target of the form that changes the language. The form needs no CSRF token, because a forged
 * request only changes the language.
 */
export function languageRouter({ languages }: { languages: LanguageChoice }): Router {
  const router = express.Router();
  router.post('/language', express.urlencoded({ extended: false, limit: '4kb' }), (request, response) => {
    const { language, return_to: returnTo } = (request.body ?? {}) as Record<string, unknown>;
    if (isLanguage(language)) languages.store(response, language);
    sendRedirect(response, safeReturnTo(returnTo));
  });
  return router;
}
