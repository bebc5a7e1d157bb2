import { ApiError, Loci } from '@loci/client';
import type { LociError } from '@loci/client';
import { loadApiErrorTexts } from '../texts/api-error-texts.ts';
import type { Locale } from '../texts/texts.ts';
import { translateErrorResponse } from './translate-errors.ts';

type LociOptions = ConstructorParameters<typeof Loci>[0];

/** Creates a client of the API whose errors have messages in the language of the user. */
export const createPortalClient = ({ language }: Pick<Locale, 'language'>, options: LociOptions): Loci =>
  new Loci({
    ...options,
    fetch: async (input, init) =>
      translateErrorResponse(await fetch(input, init), () => loadApiErrorTexts(language)),
  });

/** Returns the reason for the user why a request of {@link createPortalClient} failed. */
export const describeClientError = (error: LociError, { texts }: Pick<Locale, 'texts'>): string =>
  error instanceof ApiError ? error.message : texts.messages.connectionLost;
