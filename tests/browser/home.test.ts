import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

describeInBrowser('the start page', (browser) => {
  test('lets the user store the first memory of a workspace', async () => {
    const { page, tenant } = await browser.signIn();
    await page.getByRole('heading', { name: 'No memories yet' }).waitFor();
    await checkPage(page, 'home-empty');
    await page.getByLabel('What should Loci remember?').fill('Ada prefers <b>tea</b>.');
    await page.getByRole('button', { name: 'Store' }).click();
    await page.getByText('The memory is stored.').waitFor();
    await page.getByText('Ada prefers <b>tea</b>.').waitFor();
    expect((await tenant.data('GET', '/api/v2/memories')).items).toMatchObject([
      { content: 'Ada prefers <b>tea</b>.' },
    ]);
  });

  test('can be used without JavaScript', async () => {
    const { page } = await browser.signIn({ context: { javaScriptEnabled: false } });
    await page.fill('textarea', 'Stored without a script.');
    await page.click('form[action="/home/memories"] button');
    await page.waitForSelector('text=The memory is stored.');
    await page.fill('#q', 'script');
    await page.click('form[role=search] button');
    await page.waitForSelector('#search-status');
  });

  test('shows what is to decide, the activity and what is indexed', async () => {
    const tenant = await browser.platform().createTenant();
    const ids: string[] = [];
    for (const content of ['The launch is in June.', 'The launch is in July.', 'Ada drinks tea.'])
      ids.push((await tenant.data('POST', '/api/v2/memories', { content })).id);
    await tenant.data('POST', '/api/v2/memories/contradictions', {
      source_memory_id: ids[0],
      target_memory_id: ids[1],
      contradiction_type: 'direct',
    });
    await eventually(async () => {
      const { embeddings } = await tenant.data('GET', '/api/v2/overview');
      expect(embeddings.outstanding).toBe(0);
    });
    const { page } = await browser.signIn({ tenant });
    await page.getByText('Contradictions: 1').waitFor();
    await page.getByText(/3 in total\./).waitFor();
    await page.getByText('All 3 memories are searchable by meaning.').waitFor();
    const inbox = page.getByRole('link', { name: /^Inbox [12]$/ });
    expect(await inbox.count()).toBe(1);
    const decisions = page.getByRole('region', { name: 'To decide' });
    const before = await decisions.boundingBox();
    await page.getByText('Memories by day, in UTC').click();
    expect(await decisions.boundingBox()).toEqual(before);
    await checkPage(page, 'home');
  });

  test('shows the progress of indexing without a reload', async () => {
    const { page, tenant } = await browser.signIn({ path: '/workspace' });
    await tenant.data('POST', '/api/v2/memories', { content: 'Ada drinks tea.' });
    await eventually(async () => {
      const { embeddings } = await tenant.data('GET', '/api/v2/overview');
      expect(embeddings.outstanding).toBe(0);
    });
    // The page as it was before the memory was indexed.
    await page.route('**/', async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace('data-indexing="done"', 'data-indexing="pending"')
        .replace('The memory is searchable by meaning.', 'Not searchable by meaning yet: 1.');
      await route.fulfill({ response, body });
    });
    await page.goto(`${browser.platform().portalUrl}/`);
    await page.getByText('The memory is searchable by meaning.').waitFor();
    expect(await page.locator('[data-indexing=done]').count()).toBe(1);
    expect(await page.getByText('Not searchable by meaning yet').count()).toBe(0);
  });

  test('explains the keys of the search only to users with a keyboard', async () => {
    const { page, tenant } = await browser.signIn();
    const keys = page.getByText('/ opens the field');
    await keys.waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await keys.isVisible()).toBe(false);
    const tablet = await browser.signIn({
      tenant,
      context: { hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } },
    });
    await tablet.page.locator('#search-keys:not([hidden])').waitFor({ state: 'attached' });
    expect(await tablet.page.getByText('/ opens the field').isVisible()).toBe(false);
  });

  test('is in the language of the browser', async () => {
    const { page } = await browser.signIn({ context: { locale: 'de-DE' } });
    await page.locator('html[lang="de"] textarea').waitFor();
    expect(await page.getByRole('heading', { name: 'No memories yet' }).count()).toBe(0);
    await checkPage(page, 'home-german');
  });
});
