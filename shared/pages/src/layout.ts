import { FAVICON, STYLESHEET } from './assets.ts';
import { Html, html } from './html.ts';

export interface NavigationLink {
  href: string;
  label: string;
  current: boolean;
}

export interface Page {
  title: string;
  body: Html;
  /**
   * Layout of the page: a centered form or message (`card`, the default), a column of text (`text`), or full
   * width (`sheet`).
   */
  layout?: 'card' | 'text' | 'sheet';
  navigation?: { links: readonly NavigationLink[]; end?: Html };
  /** Links below the content. */
  footer?: Html;
}

/** Logo of Loci, which shows three connected nodes. */
const LOGO = new Html(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">' +
    '<path d="M8 22 16 9l9 10M8 22l17-3" fill="none" stroke="currentColor" stroke-width="1.8"/>' +
    '<circle cx="8" cy="22" r="4.2"/><circle cx="16" cy="9" r="3.2"/><circle cx="25" cy="19" r="2.6"/></svg>',
);

/**
 * Renders a complete HTML document. The first form of the body is the main form of the page, and its first button is the
 * default action.
 */
export function renderPage({ title, body, layout = 'card', navigation, footer }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Loci</title>
        <link rel="icon" href="${FAVICON.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${STYLESHEET.path}" />
      </head>
      <body class="${layout}">
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <span class="brand">${LOGO}<span>Loci</span></span>
          ${navigation && renderNavigation(navigation)}
        </header>
        <main id="main" tabindex="-1">${body}</main>
        ${footer && html`<footer class="bottom">${footer}</footer>`}
      </body>
    </html> `.text;
}

const renderNavigation = ({ links, end }: NonNullable<Page['navigation']>): Html =>
  html`<nav aria-label="Main">
      <ul>
        ${links.map(
          ({ href, label, current }) =>
            html`<li><a href="${href}" ${current && new Html(' aria-current="page"')}>${label}</a></li>`,
        )}
      </ul>
    </nav>
    ${end && html`<div class="end">${end}</div>`}`;
