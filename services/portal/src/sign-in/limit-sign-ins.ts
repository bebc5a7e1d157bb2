import { clientNetwork } from '@loci/http';
import type { RateLimiter } from '@loci/http';
import { sendPage } from '@loci/pages';
import type { RequestHandler } from 'express';
import { tooManyRequestsPage } from '../pages/message.pages.ts';
import type { LanguageChoice } from '../texts/language-choice.ts';

/** Requests that a started sign-in counts as, because it inserts a database record. */
const SIGN_IN_COST = 4;

/**
 * Rejects sign-ins with 429 if a client network starts too many.
 *
 * @param options.limiter null disables the limit
 * @see docs/security-model.md#threat-28-anonymous-work-without-limits
 */
export const limitSignIns =
  ({ limiter, languages }: { limiter: RateLimiter | null; languages: LanguageChoice }): RequestHandler =>
  async (request, response, next) => {
    const key = `address:${clientNetwork(request.ip ?? '')}`;
    const allowance = await limiter?.consume(key, SIGN_IN_COST);
    if (allowance === undefined || allowance.allowed) {
      next();
      return;
    }
    response.setHeader('retry-after', allowance.retryAfter);
    sendPage(response, 429, tooManyRequestsPage(languages.localeFor(request), allowance.retryAfter));
  };
