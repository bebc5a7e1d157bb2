import { randomBytes } from 'node:crypto';
import { readForm, titleOf } from './page-form.ts';

/** A simulated user with a browser: keeps cookies, submits forms and follows redirects. Does not run scripts. */
export interface BrowserUser {
  /**
   * Opens the sign-up link of the startup banner and sets a password.
   *
   * @throws Error if the link does not lead to the sign-up form
   */
  signUp(invitationLink: string): Promise<void>;
  /**
   * Opens an authorization URL without a session, signs in and approves the request. Does not open the redirect URL.
   *
   * @throws Error with the last page if the authorization server does not redirect to the client
   */
  authorize(authorizeUrl: string): Promise<Authorization>;
  /**
   * Runs `authorize`, and then opens the redirect URL of a client that listens on this machine.
   *
   * @returns the titles of the pages shown, in order
   * @throws Error if the client responds to the redirect with a status of 400 or higher
   */
  authorizeLocalClient(authorizeUrl: string): Promise<string[]>;
  /**
   * Opens the verification URL of the device flow, signs in and approves the request.
   *
   * @returns the titles of the pages shown, in order
   */
  authorizeDevice(verificationUrl: string): Promise<string[]>;
}

export interface Authorization {
  /** Titles of the pages shown, in order. */
  pages: string[];
  /** Redirect URL of the client, with the code. */
  redirectUrl: string;
}

const MAX_STEPS = 12;
const TIMEOUT_MS = 20_000;
const SHOWN_CHARACTERS = 1_500;

/**
 * Creates a simulated user without a session.
 *
 * @param platformOrigins origins of the platform's pages; a redirect to any other origin is a redirect to the
 *   client
 */
export function createBrowserUser(platformOrigins: readonly string[]): BrowserUser {
  const typed: Record<string, string> = {
    email: 'ada@example.com',
    password: randomBytes(12).toString('hex'),
  };
  typed['repeated'] = typed['password']!;

  /** Submits forms until a page requires no input, or until a redirect leaves the platform. */
  async function visit(url: string): Promise<{ titles: string[]; page: string; redirectUrl: string | null }> {
    const jar = new Map<string, { pair: string; path: string }>();
    const titles: string[] = [];
    let next: { url: string; body?: URLSearchParams } = { url };
    for (let step = 0; step < MAX_STEPS; step++) {
      const response = await fetch(next.url, {
        method: next.body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          accept: 'text/html',
          cookie: cookiesFor(jar, next.url),
          ...(next.body === undefined ? {} : { origin: new URL(next.url).origin }),
        },
        ...(next.body === undefined ? {} : { body: next.body }),
      });
      storeCookies(jar, response);
      const page = await response.text();
      const location = response.headers.get('location');
      if (location !== null) {
        next = { url: new URL(location, next.url).href };
        if (!platformOrigins.includes(new URL(next.url).origin)) {
          return { titles, page, redirectUrl: next.url };
        }
        continue;
      }
      titles.push(titleOf(page));
      const form = readForm(page);
      if (response.status !== 200 || form === null || !requiresInput(form.fields)) {
        return { titles, page, redirectUrl: null };
      }
      const fields = Object.entries(form.fields).map(([name, value]) => [name, typed[name] ?? value]);
      next = {
        url: new URL(form.action, next.url).href,
        body: new URLSearchParams(fields as [string, string][]),
      };
    }
    throw new Error(`The sign-in did not end within ${MAX_STEPS} requests. Pages: ${titles.join(', ')}.`);
  }

  async function authorize(authorizeUrl: string): Promise<Authorization> {
    const { titles, page, redirectUrl } = await visit(authorizeUrl);
    if (redirectUrl !== null) return { pages: titles, redirectUrl };
    throw new Error(
      `The authorization ended on the page "${titles.at(-1)}":\n${page.slice(0, SHOWN_CHARACTERS)}`,
    );
  }

  return {
    signUp: async (invitationLink) => {
      const { titles, page } = await visit(invitationLink);
      if (titles.length < 2) {
        throw new Error(
          `The invitation link does not lead to a sign-up form:\n${page.slice(0, SHOWN_CHARACTERS)}`,
        );
      }
    },
    authorize,
    authorizeLocalClient: async (authorizeUrl) => {
      const { pages, redirectUrl } = await authorize(authorizeUrl);
      const response = await fetch(redirectUrl, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (response.status >= 400) {
        throw new Error(`The client responded to the redirect with status ${response.status}.`);
      }
      return pages;
    },
    authorizeDevice: async (verificationUrl) => (await visit(verificationUrl)).titles,
  };
}

/** Returns true if a form requires input. False for the sign-out form, which must not be submitted. */
const requiresInput = (fields: Record<string, string>): boolean =>
  ['password', 'user_code', 'confirm'].some((name) => name in fields) || fields['action'] === 'approve';

function storeCookies(jar: Map<string, { pair: string; path: string }>, { headers, url }: Response): void {
  for (const line of headers.getSetCookie()) {
    const [pair, ...attributes] = line.split(/; */);
    const value = (name: string) =>
      attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const path = value('path') ?? new URL(url).pathname;
    const key = `${pair!.slice(0, pair!.indexOf('='))} ${path}`;
    if (Date.parse(value('expires') ?? '') < Date.now()) jar.delete(key);
    else jar.set(key, { pair: pair!, path });
  }
}

function cookiesFor(jar: ReadonlyMap<string, { pair: string; path: string }>, url: string): string {
  const { pathname } = new URL(url);
  return [...jar.values()]
    .filter(({ path }) => pathname.startsWith(path))
    .map(({ pair }) => pair)
    .join('; ');
}
