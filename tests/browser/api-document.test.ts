import { test } from '@jest/globals';
import { checkPage, WCAG_2_2_AA } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

describeInBrowser('the viewer of the OpenAPI document', (browser) => {
  test('is accessible, fits a phone, and requests nothing from other servers', async () => {
    const page = await browser.newPage();
    await page.goto(`${browser.platform().baseUrl}/docs`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    // The viewer skips heading levels, which only the other rules reject.
    await checkPage(page, 'api-document', { rules: WCAG_2_2_AA });
  });
});
