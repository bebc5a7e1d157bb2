import { BROWSER_MAP, OS_MAP, parse } from 'bowser';

/** Browser in which a user signed in to the portal. */
export interface BrowserDescription {
  /** Null if the browser is unknown. */
  browser: string | null;
  /** Null if the operating system is unknown. */
  operatingSystem: string | null;
}

/** Longer than the header of any common browser. Bounds the time of the parser. */
const MAX_USER_AGENT_LENGTH = 512;

const BROWSERS = new Set<string>(Object.values(BROWSER_MAP));
const OPERATING_SYSTEMS = new Set<string>(Object.values(OS_MAP));

/**
 * Returns the names of the browser and the operating system in a `User-Agent` header. For unknown browsers, the parser returns
 * a part of the header, which the client chooses. Therefore, only names that the parser knows are returned.
 */
export function describeBrowser(userAgent: string | undefined): BrowserDescription {
  if (!userAgent) return { browser: null, operatingSystem: null };
  const { browser, os } = parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  return {
    browser: knownName(browser.name, BROWSERS),
    operatingSystem: knownName(os.name, OPERATING_SYSTEMS),
  };
}

const knownName = (name: string | undefined, known: ReadonlySet<string>): string | null =>
  name !== undefined && known.has(name) ? name : null;
