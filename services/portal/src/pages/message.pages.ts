import { html } from '@loci/pages';
import type { Page } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';

interface Button {
  href: string;
  label: string;
}

const message = ({ language, texts }: Locale, title: string, text: string, button: Button): Page => ({
  title,
  language,
  texts: texts.layout,
  body: html`<div class="panel">
    <h1>${title}</h1>
    <p>${text}</p>
    <div class="actions"><a class="button" href="${button.href}">${button.label}</a></div>
  </div>`,
});

const homeButton = ({ texts }: Locale): Button => ({ href: '/', label: texts.messages.home });
const retryButton = ({ texts }: Locale): Button => ({ href: '/sign-in', label: texts.messages.tryAgain });

export function signInFailedPage(locale: Locale): Page {
  const { title, text } = locale.texts.messages.signInFailed;
  return message(locale, title, text, retryButton(locale));
}

export function tooManyRequestsPage(locale: Locale, retryAfterSeconds: number): Page {
  const { title, text } = locale.texts.messages.tooManySignIns;
  return message(locale, title, text(retryAfterSeconds), retryButton(locale));
}

export function signedOutPage(locale: Locale): Page {
  const { title, text, button } = locale.texts.messages.signedOut;
  return message(locale, title, text, { href: '/sign-in', label: button });
}

export function formExpiredPage(locale: Locale, back: string): Page {
  const { title, text } = locale.texts.messages.formExpired;
  return message(locale, title, text, { href: back, label: locale.texts.messages.back });
}

export function notFoundPage(locale: Locale): Page {
  const { title, text } = locale.texts.messages.notFound;
  return message(locale, title, text, homeButton(locale));
}

export function rateLimitPage(locale: Locale): Page {
  const { title, text } = locale.texts.messages.rateLimit;
  return message(locale, title, text, homeButton(locale));
}

/** @param reason message of the API, or undefined for a malformed request */
export function rejectedPage(locale: Locale, reason?: string): Page {
  const { title, malformed } = locale.texts.messages.rejected;
  return message(locale, title, reason ?? malformed, homeButton(locale));
}

export function internalErrorPage(locale: Locale): Page {
  const { title, text } = locale.texts.messages.internalError;
  return message(locale, title, text, homeButton(locale));
}
