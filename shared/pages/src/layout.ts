import { FAVICON, STYLESHEET } from './assets.ts';
import { Html, html } from './html.ts';

export interface NavigationLink {
  href: string;
  label: string;
  current: boolean;
  /** Number next to the label, such as that of open tasks. Omitted if it is 0. */
  count?: number;
}

/** A group of links of the navigation. */
export interface NavigationGroup {
  /** Omitted for the first group, whose links need no heading. */
  label?: string;
  links: readonly NavigationLink[];
}

/** Texts of the layout in the language of the page. */
export interface LayoutTexts {
  skip: string;
  navigation: string;
  menu: string;
}

/** A JavaScript module of a page, and the modules that it imports. */
export interface PageScript {
  path: string;
  imports: readonly string[];
}

export interface Page {
  title: string;
  body: Html;
  /**
   * Layout of the page: a centered form or message (`card`, the default), a column of text (`text`), full width
   * (`sheet`), or the whole window (`canvas`).
   */
  layout?: 'card' | 'text' | 'sheet' | 'canvas';
  /** URL that the logo links to. Defaults to `/` on pages with navigation. Without both, the logo is not a link. */
  home?: string;
  navigation?: { groups: readonly NavigationGroup[]; end?: Html };
  /** BCP 47 tag of the language of the page. Defaults to `en`. */
  language?: string;
  /** Texts of the layout. Default to English. */
  texts?: LayoutTexts;
  /** JavaScript modules that the page loads. The policy of {@link sendPage} must allow them. */
  scripts?: readonly PageScript[];
  /** Token that scripts of the page send with their requests. */
  csrfToken?: string;
  /** Links below the content. */
  footer?: Html;
}

/** Logo of Loci, which shows three connected nodes. */
const LOGO = new Html(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">' +
    '<path d="M8 22 16 9l9 10M8 22l17-3" fill="none" stroke="currentColor" stroke-width="1.8"/>' +
    '<circle cx="8" cy="22" r="4.2"/><circle cx="16" cy="9" r="3.2"/><circle cx="25" cy="19" r="2.6"/></svg>',
);

const ENGLISH: LayoutTexts = { skip: 'Skip to content', navigation: 'Main', menu: 'Menu' };

/**
 * Renders a complete HTML document. The first form of the body is the main form of the page, and its first button is the
 * default action.
 */
export function renderPage({
  title,
  body,
  layout = 'card',
  navigation,
  home = navigation && '/',
  footer,
  language = 'en',
  texts = ENGLISH,
  scripts = [],
  csrfToken,
}: Page): string {
  const preloads = new Set(scripts.flatMap(({ imports }) => imports));
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${csrfToken !== undefined && html`<meta name="csrf-token" content="${csrfToken}" />`}
        <title>${title} · Loci</title>
        <link rel="icon" href="${FAVICON.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${STYLESHEET.path}" />
        ${[...preloads].map((path) => html`<link rel="modulepreload" href="${path}" />`)}
        ${scripts.map(({ path }) => html`<script type="module" src="${path}"></script>`)}
      </head>
      <body class="${layout}${navigation && ' navigated'}">
        <a class="skip" href="#main">${texts.skip}</a>
        <header class="top">
          ${
            home === undefined
              ? html`<span class="brand">${LOGO}<span>Loci</span></span>`
              : html`<a class="brand" href="${home}">${LOGO}<span>Loci</span></a>`
          }
          ${navigation && renderNavigation(navigation, texts)}
        </header>
        <main id="main" tabindex="-1">${body}</main>
        ${footer && html`<footer class="bottom">${footer}</footer>`}
      </body>
    </html> `.text;
}

/** Renders the navigation. On narrow screens, the checkbox in front of it opens and closes it without JavaScript. */
const renderNavigation = ({ groups, end }: NonNullable<Page['navigation']>, texts: LayoutTexts): Html =>
  html`<input type="checkbox" id="menu" class="menu-toggle" aria-label="${texts.menu}" />
    <label for="menu" class="menu-button" aria-hidden="true">${texts.menu}</label>
    <div class="side">
      <nav aria-label="${texts.navigation}">
        ${groups.map(
          ({ label, links }) =>
            html`${label !== undefined && html`<p class="nav-heading">${label}</p>`}
              <ul>
                ${links.map(renderLink)}
              </ul>`,
        )}
      </nav>
      ${end && html`<div class="end">${end}</div>`}
    </div>`;

const renderLink = ({ href, label, current, count = 0 }: NavigationLink): Html =>
  html`<li>
    <a href="${href}" ${current && new Html(' aria-current="page"')}
      >${label}${count > 0 && html` <span class="count">${count}</span>`}</a
    >
  </li>`;
