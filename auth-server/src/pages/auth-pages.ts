import type { IncomingMessage, ServerResponse } from 'node:http';
import { html, languageForm, pageHeaders, renderPage, safeReturnTo, sendPage } from '@loci/pages';
import type { Html, LanguageChoice, Page, PagePolicy } from '@loci/pages';
import type { Locale } from '../texts/texts.ts';

/** A page without its frame. */
export interface AuthPage {
  title: string;
  body: Html;
  /** Defaults to `card`. */
  layout?: 'card' | 'text';
  /** True if the page links to the documentation, the privacy page and the terms. */
  legalLinks?: boolean;
  /** Path to return to after a change of the language. Defaults to the path of the request. */
  path?: string;
}

/** A request whose URL includes the query. Requests of Express and of Koa are both accepted. */
type PageRequest = IncomingMessage & { originalUrl?: string };

export interface PageOptions {
  /** Content security policy. */
  policy?: PagePolicy;
  /** `ui_locales` of the OAuth request. */
  uiLocales?: unknown;
}

/** Sends the pages of the authorization server in the language of the user, with a link to the portal. */
export interface AuthPages {
  show(
    request: PageRequest,
    response: ServerResponse,
    status: number,
    render: (locale: Locale) => AuthPage,
    options?: PageOptions,
  ): void;
  /** Returns a page and its headers, for responses that the OAuth provider sends. */
  render(
    request: PageRequest,
    render: (locale: Locale) => AuthPage,
    options?: Pick<PageOptions, 'uiLocales'>,
  ): { headers: Record<string, string>; body: string };
}

export function createAuthPages({
  languages,
  portalUrl,
}: {
  languages: Pick<LanguageChoice<Locale>, 'localeFor'>;
  portalUrl: string;
}): AuthPages {
  const toPage = (
    request: PageRequest,
    render: (locale: Locale) => AuthPage,
    { uiLocales }: PageOptions,
  ): Page => {
    const locale = languages.localeFor(request, uiLocales);
    const { title, body, layout = 'card', legalLinks = false, path } = render(locale);
    const { language, texts } = locale;
    return {
      title,
      body,
      layout,
      language,
      texts: texts.layout,
      home: `${portalUrl}/`,
      footer: footer(locale, legalLinks, path ?? request.originalUrl ?? request.url ?? '/'),
    };
  };
  return {
    show: (request, response, status, render, options = {}) =>
      sendPage(response, status, toPage(request, render, options), options.policy),
    render: (request, render, options = {}) => ({
      headers: pageHeaders(),
      body: renderPage(toPage(request, render, options)),
    }),
  };
}

const footer = ({ language, texts: { layout } }: Locale, legalLinks: boolean, returnTo: string): Html =>
  html`${
    legalLinks &&
    html`<p>
      <a href="/documentation">${layout.documentation}</a> · <a href="/policy">${layout.privacy}</a> ·
      <a href="/terms">${layout.terms}</a>
    </p>`
  }
  ${
    // The redirect after a change of the language is limited to paths of a certain length.
    safeReturnTo(returnTo) === returnTo && languageForm({ language, label: layout.language, returnTo })
  }`;
