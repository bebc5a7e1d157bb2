import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, jest, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { openStandalonePlatform } from '../../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../../e2e/test-platform.ts';
import type { TestPlatform } from '../../e2e/test-platform.ts';
import type { Tenant } from '../../support/tenants.ts';
import { findChromium, startChromium } from './chromium.ts';
import { watchPage } from './watch-page.ts';

export const PASSWORD = 'correct horse battery';

/** A page needs a fraction of a second, but much longer on a machine whose cores are busy. */
const TIMEOUT_MS = 30_000;
const TEST_TIMEOUT_MS = 180_000;

export interface SignedInPage {
  page: Page;
  tenant: Tenant;
  email: string;
}

/** A signed-in user of the portal. */
interface Session {
  email: string;
  cookies: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A platform and a browser for the tests of one file. */
export interface BrowserTest {
  platform(): TestPlatform;
  /** Opens a page in a new browser context, which has its own cookies. The test fails on an error in its console. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Creates a user with a password and returns the email address. */
  createUser(tenant: Tenant, role?: 'owner' | 'member' | 'viewer', email?: string): Promise<string>;
  /**
   * Opens the portal in a new browser context, signed in as a user of a tenant. Defaults to the owner of a new tenant. Calls with
   * the same `tenant` and role and without an `email` share a user and its session, because a sign-in takes a second.
   */
  signIn(options?: {
    tenant?: Tenant;
    role?: 'owner' | 'member' | 'viewer';
    email?: string;
    path?: string;
    context?: BrowserContextOptions;
  }): Promise<SignedInPage>;
}

/** Waits until a page of the portal handles keys. */
export const waitForScripts = async (page: Page): Promise<void> => {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
};

const chromium = await findChromium();

/**
 * Defines tests that use a standalone platform in Chromium. Skips them if there is no Chromium on this machine. A test fails
 * if a page reports an error, a failed request or a violation of its content security policy in the console.
 */
export const describeInBrowser = (name: string, define: (browser: BrowserTest) => void): void =>
  describeWith({ webgl: false }, name, define);

/** Like {@link describeInBrowser}, with a browser that can draw the map of memories. */
export const describeWithMap = (name: string, define: (browser: BrowserTest) => void): void =>
  describeWith({ webgl: true }, name, define);

function describeWith(
  options: { webgl: boolean },
  name: string,
  define: (browser: BrowserTest) => void,
): void {
  if (chromium === null) {
    describe(name, () => {
      test.skip('needs Chromium: set CHROMIUM_PATH to its executable file', () => undefined);
    });
    return;
  }
  jest.setTimeout(TEST_TIMEOUT_MS);
  describe(name, () => {
    let platform: TestPlatform;
    let browser: Browser;
    let problems: string[] = [];
    const sessions = new Map<string, Session>();

    beforeAll(async () => {
      [platform, browser] = await Promise.all([
        openStandalonePlatform().then(connectToPlatform),
        startChromium(chromium, options),
      ]);
    });

    afterAll(async () => {
      await browser?.close();
      await platform?.close();
    });

    afterEach(async () => {
      for (const context of browser.contexts()) await context.close();
      const found = problems;
      problems = [];
      if (found.length > 0) throw new Error(`The pages reported problems:\n${found.join('\n')}`);
    });

    async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
      // Shorter than the timeout of a test, so that a failure names the missing element.
      context.setDefaultTimeout(TIMEOUT_MS);
      const page = await context.newPage();
      watchPage(page, (problem) => problems.push(problem));
      return page;
    }

    async function createUser(
      tenant: Tenant,
      role: 'owner' | 'member' | 'viewer' = 'owner',
      email = `${randomUUID().slice(0, 8)}@example.com`,
    ): Promise<string> {
      const { status, text } = await platform.sendToAuthServer({
        method: 'POST',
        path: '/admin/users',
        token: platform.adminToken,
        body: { tenant_id: tenant.tenantId, email, password: PASSWORD, role },
      });
      if (status !== 201) throw new Error(`The user could not be created: ${text}`);
      return email;
    }

    async function submitPassword(page: Page, email: string): Promise<void> {
      await page.fill('input[type=email]', email);
      await page.fill('input[type=password]', PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href.startsWith(platform.portalUrl) && url.pathname !== '/callback');
    }

    define({
      platform: () => platform,
      newPage,
      createUser,
      async signIn({ tenant: given, role = 'owner', email: address, path = '/', context } = {}) {
        const tenant = given ?? (await platform.createTenant());
        const key = `${tenant.tenantId} ${role}`;
        const session = address === undefined ? sessions.get(key) : undefined;
        const page = await newPage({ ...context, ...(session && { storageState: session.cookies }) });
        const email = session?.email ?? (await createUser(tenant, role, address));
        await page.goto(`${platform.portalUrl}${path}`);
        if (session === undefined) {
          await submitPassword(page, email);
          const cookies = await page.context().storageState();
          if (address === undefined) sessions.set(key, { email, cookies });
        }
        if (context?.javaScriptEnabled !== false) await waitForScripts(page);
        return { page, tenant, email };
      },
    });
  });
}
