import { randomBytes } from 'node:crypto';
import { readForm, titleOf } from './page-form.ts';

/** Somebody with a browser: a cookie jar, forms and redirects, no scripts. */
export interface Person {
  /** Follows the link that the first screen prints and chooses how to sign in. */
  join(invitationLink: string): Promise<void>;
  /**
   * Opens the address that a client shows, in a browser that nobody is signed in with, signs in and allows what is
   * asked.
   *
   * @throws Error with the page on which it ends otherwise
   */
  decide(authorizeUrl: string): Promise<Decision>;
  /** The same, and follows the redirect back to a client on this machine. @returns the titles of the pages */
  allow(authorizeUrl: string): Promise<string[]>;
  /** Opens the address that a device shows with its code, signs in and allows it. @returns the titles of the pages */
  allowDevice(verificationUrl: string): Promise<string[]>;
}

export interface Decision {
  /** Titles of the pages on the way. */
  pages: string[];
  /** Where the browser is sent in the end. */
  leadsTo: string;
}

const MAX_STEPS = 12;
const TIMEOUT_MS = 20_000;
const SHOWN_CHARACTERS = 1_500;

/** @param ownOrigins of the platform's pages; whatever leads elsewhere leads back to the client */
export function createPerson(ownOrigins: readonly string[]): Person {
  const typed: Record<string, string> = {
    email: 'ada@example.com',
    password: randomBytes(12).toString('hex'),
  };
  typed['repeated'] = typed['password']!;

  /** Sends forms until nothing is asked any more, or the way leads elsewhere. */
  async function visit(url: string): Promise<{ titles: string[]; page: string; leftTo: string | null }> {
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
      keepCookies(jar, response);
      const page = await response.text();
      const location = response.headers.get('location');
      if (location !== null) {
        next = { url: new URL(location, next.url).href };
        if (!ownOrigins.includes(new URL(next.url).origin)) return { titles, page, leftTo: next.url };
        continue;
      }
      titles.push(titleOf(page));
      const form = readForm(page);
      if (response.status !== 200 || form === null || !asksForAnswer(form.fields)) {
        return { titles, page, leftTo: null };
      }
      const fields = Object.entries(form.fields).map(([name, value]) => [name, typed[name] ?? value]);
      next = {
        url: new URL(form.action, next.url).href,
        body: new URLSearchParams(fields as [string, string][]),
      };
    }
    throw new Error(`The way does not end: ${titles.join(', ')}.`);
  }

  async function decide(authorizeUrl: string): Promise<Decision> {
    const { titles, page, leftTo } = await visit(authorizeUrl);
    if (leftTo !== null) return { pages: titles, leadsTo: leftTo };
    throw new Error(`The way ends with "${titles.at(-1)}":\n${page.slice(0, SHOWN_CHARACTERS)}`);
  }

  return {
    join: async (invitationLink) => {
      const { titles, page } = await visit(invitationLink);
      if (titles.length < 2)
        throw new Error(`The invitation leads nowhere: ${page.slice(0, SHOWN_CHARACTERS)}`);
    },
    decide,
    allow: async (authorizeUrl) => {
      const { pages, leadsTo } = await decide(authorizeUrl);
      const answer = await fetch(leadsTo, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
      await answer.arrayBuffer();
      if (answer.status >= 400) throw new Error(`The client answers its redirect with ${answer.status}.`);
      return pages;
    },
    allowDevice: async (verificationUrl) => (await visit(verificationUrl)).titles,
  };
}

/** Signing out is a form as well, on the page that one comes to in the end. */
const asksForAnswer = (fields: Record<string, string>): boolean =>
  ['password', 'user_code', 'confirm'].some((name) => name in fields) || fields['action'] === 'approve';

function keepCookies(jar: Map<string, { pair: string; path: string }>, { headers, url }: Response): void {
  for (const line of headers.getSetCookie()) {
    const [pair, ...attributes] = line.split(/; */);
    const value = (name: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
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
