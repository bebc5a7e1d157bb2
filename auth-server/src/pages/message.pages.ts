import { html } from '@loci/pages';
import type { Html } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';
import type { AuthPage } from './auth-pages.ts';

const message = (title: string, content: Html, button?: { href: string; label: string }): AuthPage => ({
  title,
  body: html`<div class="panel">
    <h1>${title}</h1>
    ${content}
    ${button && html`<div class="actions"><a class="button" href="${button.href}">${button.label}</a></div>`}
  </div>`,
});

export function expiredPage({ texts }: Locale): AuthPage {
  const { title, text } = texts.messages.expired;
  return message(title, html`<p>${text}</p>`);
}

/** @param back path of the page with the form */
export const formExpiredPage =
  (back: string) =>
  ({ texts }: Locale): AuthPage => {
    const { title, text, button } = texts.messages.formExpired;
    return { ...message(title, html`<p>${text}</p>`, { href: back, label: button }), path: back };
  };

export function notFoundPage({ texts }: Locale): AuthPage {
  const { title, text } = texts.messages.notFound;
  return message(title, html`<p>${text}</p>`, { href: '/', label: texts.layout.home });
}

export const tooManyRequestsPage =
  (retryAfterSeconds: number) =>
  ({ texts }: Locale): AuthPage => {
    const { title, text } = texts.messages.tooManyRequests;
    return message(title, html`<p>${text(retryAfterSeconds)}</p>`);
  };

export function rejectedPage({ texts }: Locale): AuthPage {
  const { title, text } = texts.messages.rejected;
  return message(title, html`<p>${text}</p>`, { href: '/', label: texts.layout.home });
}

export const internalErrorPage =
  (requestId: string) =>
  ({ texts }: Locale): AuthPage => {
    const { title, text } = texts.messages.internalError;
    return message(
      title,
      html`<p>${text}</p>
        <p class="code">${requestId}</p>`,
      { href: '/', label: texts.layout.home },
    );
  };

/** Page for a user whose invitation link does not work. */
export function invitationInvalidPage({ texts }: Locale): AuthPage {
  const { title, text } = texts.invitation.invalid;
  return message(title, html`<p>${text}</p>`, { href: '/', label: texts.layout.home });
}

/** An error of an OAuth request. Its texts are for developers, and always English. */
export interface OAuthError {
  error: string;
  description: string | undefined;
  requestId: string | undefined;
}

/** Page for an OAuth request whose redirect URI is missing or not trusted. */
export const oauthErrorPage =
  ({ error, description, requestId }: OAuthError) =>
  ({ texts }: Locale): AuthPage => {
    const { title, text, ...labels } = texts.messages.oauthError;
    return message(
      title,
      html`<p>${text}</p>
        <dl class="facts">
          <dt>${labels.error}</dt>
          <dd class="code">${error}</dd>
          ${
            description &&
            html`<dt>${labels.reason}</dt>
              <dd lang="en">${description}</dd>`
          }
          <dt>${labels.requestId}</dt>
          <dd class="code">${requestId}</dd>
        </dl>`,
    );
  };
