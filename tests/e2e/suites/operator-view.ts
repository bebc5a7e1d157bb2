import { describe, expect, test } from '@jest/globals';
import { openBrowser } from '@loci/testing';
import type { Visit } from '@loci/testing';
import { eventually } from '../../support/eventually.ts';
import type { TestPlatform } from '../test-platform.ts';

const SERVICES = [
  'analysis',
  'artifact',
  'auth',
  'document',
  'gateway',
  'graph',
  'memory',
  'personality',
  'portal',
  'search',
  'webhook',
];

/** Returns the cells of the first column of a table of a page. */
const firstColumn = ({ html }: Visit, table: string): string[] =>
  [
    ...(new RegExp(`aria-labelledby="${table}"[^]*?</table>`).exec(html)?.[0] ?? '').matchAll(
      /<tr>\s*<td[^>]*>([^]*?)<\/td>/g,
    ),
  ]
    .map(
      ([, cell]) =>
        cell!
          .replace(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/)[0]!,
    )
    .sort();

/**
 * Defines tests of the operator view on a platform with several processes.
 *
 * @see docs/operations.md#use-the-operator-view
 */
export function describeOperatorView(platform: TestPlatform): void {
  describe('the operator view', () => {
    test('shows the processes, the lag and the workspaces of all services, and replays dead letters', async () => {
      const tenants = await platform.sendToAuthServer({
        method: 'GET',
        path: '/admin/tenants?per_page=1',
        token: platform.adminToken,
      });
      const [oldest] = tenants.body.data.items as { tenant_id: string }[];
      const browser = openBrowser(platform.portalUrl, platform.authUrl);
      await browser.submit(await browser.get('/operator'), { token: platform.adminToken });
      // The first measurements follow seconds after the start.
      await eventually(async () => {
        const page = await browser.get('/operator');
        expect([page.status, firstColumn(page, 'health')]).toEqual([200, SERVICES]);
        expect(page.html.match(/>\s*Ready\s*</g)).toHaveLength(SERVICES.length);
        expect(firstColumn(page, 'lag')).toEqual(expect.arrayContaining(['memory-embeddings']));
        expect(firstColumn(page, 'indexes').length).toBeGreaterThan(0);
        expect(page.html).toContain(oldest!.tenant_id);
      }, 90_000);
      const replayed = await browser.submit(await browser.get('/operator/replay-dead-letters'), {});
      expect([replayed.status, replayed.html]).toEqual([
        200,
        expect.stringMatching(/\d+ events? (?:was|were) processed/),
      ]);
    }, 120_000);
  });
}
