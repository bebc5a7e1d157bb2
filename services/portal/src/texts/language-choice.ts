import { createLanguageChoice as createChoice } from '@loci/pages';
import type { LanguageChoice as Choice } from '@loci/pages';
import { localeOf } from './texts.ts';
import type { Locale } from './texts.ts';

/** The language of the pages of the portal for one browser. */
export type LanguageChoice = Choice<Locale>;

export const createLanguageChoice = (portalUrl: string): LanguageChoice =>
  createChoice({ publicUrl: portalUrl, localeOf });
