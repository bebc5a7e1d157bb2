// cspell:ignore Erinnerungen hinzuf enth keine
// cspell:ignore Kontext Beschreibung speichern gespeichert
import { expect, test } from '@jest/globals';
import { callTool } from '../support/call-tool.ts';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE = '<script>document.title = "attacked"</script>';

const store = (tenant: Tenant, content: string) => tenant.data('POST', '/api/v2/memories', { content });
const save = (tenant: Tenant, body: object) => tenant.data('POST', '/api/v2/checkpoints', body);

describeInBrowser('the contexts of the portal', (browser) => {
  test('creates the first context with a memory from a search, with the keyboard only', async () => {
    const tenant = await browser.platform().createTenant();
    const tea = await store(tenant, 'Green tea needs water of 80 degrees.');
    await eventually(async () => {
      const found = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'green tea' });
      expect(found.items).toHaveLength(1);
    });
    const { page } = await browser.signIn({ tenant, path: '/contexts' });
    await page.getByRole('heading', { name: 'No contexts yet' }).waitFor();
    await checkPage(page, 'contexts-empty');
    await page.getByRole('link', { name: 'Create a context' }).press('Enter');
    await page.getByLabel('Name').focus();
    await page.keyboard.type('Tea research');
    await page.keyboard.press('Tab');
    await page.keyboard.type('What we know about **tea**.');
    await page.getByRole('combobox', { name: 'Add memories' }).focus();
    await page.keyboard.type('green tea');
    await page.getByRole('option').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Memories to add' }).getByText('Green tea').waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('other-memory');
    await checkPage(page, 'context-new');
    await page.getByRole('button', { name: 'Save context' }).press('Enter');
    await page.getByText('The context Tea research is saved.').waitFor();
    expect(await page.locator('.formatted strong').textContent()).toBe('tea');
    await page.getByRole('link', { name: 'Green tea needs water' }).waitFor();
    await checkPage(page, 'context');
    expect(
      await callTool(tenant.send, tenant.token, 'restore_context', { name: 'Tea research' }),
    ).toMatchObject({ success: true, memories: [{ id: tea.id }] });
  });

  test('changes the name, the description and the memories of a context', async () => {
    const tenant = await browser.platform().createTenant();
    const [tea, milk] = [await store(tenant, 'Tea is hot.'), await store(tenant, 'Milk is cold.')];
    const { id } = await save(tenant, { name: 'Tea', memory_ids: [tea.id] });
    const { page } = await browser.signIn({ tenant, path: `/contexts/${id}` });
    await page.getByText('This context has no description.').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Milk');
    await page.getByLabel('Description').fill('For the breakfast.');
    await page.getByLabel('Tea is hot.').uncheck();
    await page.getByRole('combobox', { name: 'Add memories' }).fill('milk');
    await page.getByRole('option', { name: 'Milk is cold.' }).click();
    await page.getByRole('button', { name: 'Save context' }).click();
    await page.getByText('The context Milk is saved.').waitFor();
    expect(await tenant.data('GET', `/api/v2/checkpoints/${id}`)).toMatchObject({
      name: 'Milk',
      description: 'For the breakfast.',
      memories: [{ id: milk.id }],
    });
  });

  test('reports a name that is taken next to the field, and keeps the entered values', async () => {
    const tenant = await browser.platform().createTenant();
    await save(tenant, { name: 'Tea' });
    const tea = await store(tenant, 'Tea is hot.');
    const { page } = await browser.signIn({ tenant, path: '/contexts/new' });
    await page.getByLabel('Name').fill('Tea');
    await page.getByLabel('Description').fill('Entered.');
    await page.getByRole('combobox', { name: 'Add memories' }).fill('tea');
    await page.getByRole('option', { name: 'Tea is hot.' }).click();
    await page.getByRole('button', { name: 'Save context' }).click();
    await page.getByRole('alert').getByText('Another context has the name Tea.').waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Description').inputValue()).toBe('Entered.');
    await page.getByRole('button', { name: 'Remove “Tea is hot.”' }).waitFor();
    await checkPage(page, 'context-rejected');
    await page.getByLabel('Name').fill('More tea');
    await page.getByRole('button', { name: 'Save context' }).click();
    await page.getByText('The context More tea is saved.').waitFor();
    await page.getByRole('link', { name: 'Tea is hot.' }).waitFor();
    expect(tea.id).toBeDefined();
  });

  test('shows a concurrent change before it is replaced', async () => {
    const tenant = await browser.platform().createTenant();
    const memories = [await store(tenant, 'Tea is hot.'), await store(tenant, 'Milk is cold.')];
    const { id } = await save(tenant, { name: 'Tea', memory_ids: memories.map((memory) => memory.id) });
    const { page } = await browser.signIn({ tenant, path: `/contexts/${id}/edit` });
    await page.getByLabel('Milk is cold.').uncheck();
    await tenant.data('PATCH', `/api/v2/checkpoints/${id}`, { description: 'From another user.' });
    await page.getByLabel('Description').fill('Mine.');
    await page.getByRole('button', { name: 'Save context' }).click();
    await page.getByRole('alert').getByText('The context was changed').waitFor();
    await page.getByText('From another user.').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('Mine.');
    expect(await page.getByLabel('Milk is cold.').isChecked()).toBe(false);
    await checkPage(page, 'context-conflict');
    expect(await tenant.data('GET', `/api/v2/checkpoints/${id}`)).toMatchObject({
      description: 'From another user.',
    });
    await page.getByRole('button', { name: 'Save context' }).click();
    await page.getByText('The context Tea is saved.').waitFor();
    expect(await tenant.data('GET', `/api/v2/checkpoints/${id}`)).toMatchObject({
      description: 'Mine.',
      memories: [{ id: memories[0]!.id }],
    });
  });

  test('lists contexts by pages and by name, and shows hostile texts as text', async () => {
    const tenant = await browser.platform().createTenant();
    for (let count = 1; count <= 21; count++) await save(tenant, { name: `Context ${count}` });
    await save(tenant, { name: HOSTILE, description: `${HOSTILE} [x](javascript:alert(1)) **b**` });
    const { page } = await browser.signIn({ tenant, path: '/contexts' });
    await page.getByText('22 contexts').waitFor();
    expect(await page.locator('.contexts > li').count()).toBe(20);
    await checkPage(page, 'contexts');
    await page.getByRole('link', { name: 'Older contexts' }).click();
    await page.getByRole('link', { name: 'Context 1', exact: true }).waitFor();
    await page.getByLabel('Name contains').fill('context 21');
    await page.keyboard.press('Enter');
    await page.getByText('1 context', { exact: true }).waitFor();
    await page.getByLabel('Name contains').fill('nothing');
    await page.keyboard.press('Enter');
    await page.getByText('No context has a name with “nothing”.').waitFor();
    await page.getByRole('link', { name: 'Show all contexts' }).click();
    await page.getByRole('link', { name: HOSTILE }).click();
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    expect(await page.title()).toBe(`${HOSTILE} · Loci`);
    expect(await page.locator('main .formatted a').count()).toBe(0);
  });

  test('deletes a context after a confirmation, and keeps its memories', async () => {
    const tenant = await browser.platform().createTenant();
    const tea = await store(tenant, 'Tea is hot.');
    const { id } = await save(tenant, { name: 'Tea', memory_ids: [tea.id] });
    const { page } = await browser.signIn({ tenant, path: `/contexts/${id}` });
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete context' }).click();
    await page.getByText('The context Tea is deleted.').waitFor();
    expect((await tenant.call('GET', `/api/v2/checkpoints/${id}`)).status).toBe(404);
    expect(await tenant.data('GET', `/api/v2/memories/${tea.id}`)).toMatchObject({ id: tea.id });
  });

  test('shows a viewer everything without controls, and rejects the forms of a viewer', async () => {
    const tenant = await browser.platform().createTenant();
    const memory = await store(tenant, 'Tea is hot.');
    const { id } = await save(tenant, { name: 'Tea', memory_ids: [memory.id] });
    const { page } = await browser.signIn({ tenant, role: 'viewer', path: '/contexts' });
    expect(await page.getByRole('link', { name: 'Create a context' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Tea' }).click();
    await page.getByRole('link', { name: 'Tea is hot.' }).waitFor();
    expect(await page.locator('.document-actions a').count()).toBe(1);
    await page.getByRole('link', { name: 'History and relationships' }).click();
    await page.getByRole('link', { name: 'Open as a context' }).click();
    await page.waitForURL(`**/contexts/${id}`);
    const url = `${browser.platform().portalUrl}/contexts`;
    const statusOf = async (path: string) => (await page.request.get(`${url}${path}`)).status();
    for (const path of ['/new', `/${id}/edit`, `/${id}/delete`]) expect(await statusOf(path)).toBe(403);
    const csrf = (await page.locator('meta[name="csrf-token"]').getAttribute('content'))!;
    for (const path of ['', `/${id}/edit`, `/${id}/delete`]) {
      const response = await page.request.post(`${url}${path}`, {
        form: { csrf, name: 'Changed', etag: '*' },
        headers: { origin: browser.platform().portalUrl },
      });
      expect([path, response.status()]).toEqual([path, 403]);
      expect(await response.text()).toContain('permission');
    }
    expect(await tenant.data('GET', '/api/v2/checkpoints')).toMatchObject({ items: [{ id, name: 'Tea' }] });
  });

  test('returns 404 for a memory that is not a context, and does not delete it', async () => {
    const tenant = await browser.platform().createTenant();
    const memory = await store(tenant, 'Tea is hot.');
    const { page } = await browser.signIn({ tenant, path: '/contexts/new' });
    const url = `${browser.platform().portalUrl}/contexts/${memory.id}`;
    expect((await page.request.get(url)).status()).toBe(404);
    const csrf = (await page.locator('meta[name="csrf-token"]').getAttribute('content'))!;
    const deletion = await page.request.post(`${url}/delete`, {
      form: { csrf },
      headers: { origin: browser.platform().portalUrl },
    });
    expect(deletion.status()).toBe(404);
    expect(await tenant.data('GET', `/api/v2/memories/${memory.id}`)).toMatchObject({ id: memory.id });
  });

  test('works without JavaScript, in German', async () => {
    const tenant = await browser.platform().createTenant();
    const memory = await store(tenant, 'Tea is hot.');
    const { page } = await browser.signIn({
      tenant,
      path: '/contexts/new',
      context: { javaScriptEnabled: false, locale: 'de-DE' },
    });
    await page.getByLabel('Name').fill('Tee');
    const add = page.getByLabel('Erinnerungen hinzufügen');
    await add.fill('no ID');
    await page.getByRole('button', { name: 'Kontext speichern' }).click();
    await page.getByRole('alert').getByText('enthält keine ID').waitFor();
    await add.fill(`${browser.platform().portalUrl}/memories/${memory.id}`);
    await page.getByRole('button', { name: 'Kontext speichern' }).click();
    await page.getByText('Der Kontext Tee ist gespeichert.').waitFor();
    await page.getByRole('link', { name: 'Tea is hot.' }).waitFor();
  });
});
