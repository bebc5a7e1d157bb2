/**
 * A minimal browser that follows redirects, submits forms and stores cookies by path. It does not run
 * scripts.
 */
export interface Browser {
  get(url: string): Promise<Visit>;
  /** Sets the header `User-Agent` of all further requests. */
  useUserAgent(value: string): void;
  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Visit>;
  /** Submits the first POST form of a page with its first button. `fields` override the values of the inputs. */
  submit(page: Visit, fields?: Record<string, string>): Promise<Visit>;
  /** Returns the names of the stored cookies. */
  cookies(): string[];
}

/** The last response of a request, after redirects. */
export interface Visit {
  url: string;
  status: number;
  headers: Headers;
  html: string;
  /** Target of a redirect to a foreign origin, which is not requested. */
  externalRedirect: URL | null;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/**
 * Opens a browser without cookies.
 * @param origins origins of the servers under test. Relative URLs refer to the first origin. Redirects to
 *   other origins are not followed.
 */
export function openBrowser(...origins: [string, ...string[]]): Browser {
  const [home] = origins;
  const jar = new Map<string, Cookie>();
  let userAgent: string | null = null;

  const cookieHeader = (path: string): string =>
    [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');

  function storeCookies(headers: Headers, requestPath: string): void {
    for (const line of headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(/; */);
      const at = pair!.indexOf('=');
      const name = pair!.slice(0, at);
      const attribute = (key: string): string | undefined =>
        attributes.find((one) => one.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
      const path = attribute('path') ?? requestPath;
      const value = pair!.slice(at + 1);
      const expires = attribute('expires');
      if (expires !== undefined && Date.parse(expires) < Date.now()) jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { name, value, path });
    }
  }

  async function visit(method: string, url: string, body?: string, extra = {}): Promise<Visit> {
    const target = new URL(url, home);
    const { origin } = target;
    if (!origins.includes(origin)) {
      return { url: target.href, status: 0, headers: new Headers(), html: '', externalRedirect: target };
    }
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: cookieHeader(target.pathname),
        ...(userAgent === null ? {} : { 'user-agent': userAgent }),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', origin, 'sec-fetch-site': 'same-origin' }),
        ...extra,
      },
      ...(body === undefined ? {} : { body }),
    });
    storeCookies(response.headers, target.pathname);
    const location = response.headers.get('location');
    if (location !== null && response.status >= 300 && response.status < 400) {
      await response.arrayBuffer();
      return visit('GET', new URL(location, target).href);
    }
    const html = await response.text();
    return {
      url: target.href,
      status: response.status,
      headers: response.headers,
      html,
      externalRedirect: null,
    };
  }

  const post: Browser['post'] = (url, fields, headers) =>
    visit('POST', url, new URLSearchParams(fields).toString(), headers);

  return {
    useUserAgent(value) {
      userAgent = value;
    },
    get: (url) => visit('GET', url),
    post,
    submit(page, fields = {}) {
      const form = /<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/.exec(page.html)?.[0];
      if (form === undefined) throw new Error(`The page has no POST form:\n${page.html}`);
      const action = /action="([^"]*)"/.exec(form)![1]!;
      const filled: Record<string, string> = {};
      for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
        const attribute = (name: string): string | undefined =>
          new RegExp(`\\b${name}="([^"]*)"`)
            .exec(tag)?.[1]
            ?.replaceAll('&amp;', '&')
            .replaceAll('&#39;', "'");
        const name = attribute('name');
        if (name === undefined) continue;
        if (['radio', 'checkbox'].includes(attribute('type') ?? '') && !/\schecked\b/.test(tag)) continue;
        filled[name] = attribute('value') ?? '';
      }
      const button = /<button type="submit"(?: name="([^"]*)" value="([^"]*)")?/.exec(form);
      const pressed = button?.[1] === undefined ? {} : { [button[1]]: button[2]! };
      return post(new URL(action, page.url).href, { ...filled, ...pressed, ...fields });
    },
    cookies: () => [...jar.values()].map(({ name }) => name),
  };
}
