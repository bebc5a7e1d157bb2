import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tenant } from '../../support/tenants.ts';
import { checkPage } from './check-page.ts';
import { PASSWORD } from './describe-in-browser.ts';
import type { BrowserTest } from './describe-in-browser.ts';

/** Code challenge of RFC 7636, appendix B. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const WEB_REDIRECT = 'https://assistant.example/callback';
export const LOCAL_REDIRECT = 'http://127.0.0.1:3334/callback';

/** Languages of the pages, and the locales of browsers that prefer them. */
export const LOCALES = [
  ['en', 'en-US'],
  ['de', 'de-DE'],
] as const;
export type Locale = (typeof LOCALES)[number][1];

/** Types a text into the field that has the focus. Browsers may set the focus of `autofocus` after the `load` event. */
export const typeText = async (page: Page, text: string): Promise<void> => {
  await page.locator(':focus').waitFor();
  await page.keyboard.type(text);
};

/** Submits the form with the keyboard and waits for the next page. */
export const pressEnter = async (page: Page): Promise<void> => {
  await page.locator(':focus').waitFor();
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
};

export const clickAndLoad = async (page: Page, selector: string): Promise<void> => {
  await Promise.all([page.waitForEvent('load'), page.click(selector)]);
};

/** Functions for tests of the pages of the authorization server. */
export function authorizationPages(browser: BrowserTest) {
  const register = async (metadata: object): Promise<string> => {
    const { body } = await browser
      .platform()
      .sendToAuthServer({ method: 'POST', path: '/oauth/register', body: metadata });
    return body.client_id as string;
  };

  const authorizeUrl = (clientId: string, redirectUri: string, more: Record<string, string> = {}): string => {
    const url = new URL('/oauth/authorize', browser.platform().authUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'read write profile offline_access',
      state: 'x',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      ...more,
    }).toString();
    return url.href;
  };

  const invite = async (tenant: Tenant, email?: string): Promise<string> => {
    const { sendToAuthServer, adminToken: token } = browser.platform();
    const invitation = { tenant_id: tenant.tenantId, role: 'owner', email };
    const { body } = await sendToAuthServer({
      method: 'POST',
      path: '/admin/invitations',
      token,
      body: invitation,
    });
    return body.data.invitation_url as string;
  };

  const signIn = async (page: Page, email: string): Promise<void> => {
    await page.fill('input[type=email]', email);
    await page.fill('input[type=password]', PASSWORD);
    await pressEnter(page);
  };

  return { register, authorizeUrl, invite, signIn };
}

/** Returns the texts of a page that a translation must change, as a sorted list without duplicates. */
const TRANSLATED_TEXTS = `(() => {
  const texts = new Set([document.title]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // Names, addresses and texts of another language.
    if (node.parentElement.closest('.brand, .break, .code, .big-code, code, pre, body [lang], dd') === null)
      texts.add(node.textContent.replace(/\\s+/g, ' ').trim());
  }
  for (const element of document.querySelectorAll('[aria-label]')) texts.add(element.getAttribute('aria-label'));
  return [...texts].filter((text) => /\\p{L}{2}/u.test(text) && !text.startsWith('http')).sort();
})()`;

/** Texts that are the same in both languages. */
const SAME = new Set([', in', 'Code', 'Cookies', 'DPoP', 'Scopes']);

/** Checks pages in both languages, and finds texts without a translation. */
export function checkTranslations() {
  const texts = new Map<string, string[]>();
  return {
    /** Checks a page with axe-core and remembers its texts. */
    async check(page: Page, name: string, locale: Locale): Promise<void> {
      const language = locale.slice(0, 2);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      texts.set(`${name}-${language}`, await page.evaluate(TRANSLATED_TEXTS));
      await checkPage(page, `auth-${name}-${language}`);
    },
    /** Returns the texts of German pages that occur in the English version of the same page. */
    untranslated(): string[] {
      return [...texts.entries()].flatMap(([name, german]) => {
        if (!name.endsWith('-de')) return [];
        const english = texts.get(name.replace(/-de$/, '-en')) ?? [];
        return german
          .filter((text) => english.includes(text) && !SAME.has(text))
          .map((text) => `${name}: ${text}`);
      });
    },
    names: (): string[] => [...texts.keys()],
  };
}
