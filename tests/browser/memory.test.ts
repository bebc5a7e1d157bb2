// cspell:words Satz Bearbeiten Verlauf
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE =
  '# Plan <script>document.title=1</script>\n\n**bold** <img src=x onerror=alert(1)> [link](javascript:alert(1)) [site](https://example.com/)';

describeInBrowser('the page of a memory', (browser) => {
  let tenant: Tenant;

  const create = async (content: string, fields = {}): Promise<string> =>
    (await tenant.data('POST', '/api/v2/memories', { content, ...fields })).id;
  const read = (id: string) => tenant.data('GET', `/api/v2/memories/${id}`);
  const open = async (
    id: string,
    options: { role?: 'owner' | 'member'; email?: string } = {},
  ): Promise<Page> => (await browser.signIn({ tenant, path: `/memories/${id}`, ...options })).page;

  let readId: string;
  /** A memory that the page of `readId` shows. */
  let relatedId: string;

  beforeAll(async () => {
    tenant = await browser.platform().createTenant();
    // The last test shows these reads, which are stored after a few seconds.
    readId = await create('Ada reads about comets.');
    await read(readId);
    await eventually(async () => {
      const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'comets' });
      expect(items).toHaveLength(1);
    });
    relatedId = await create('The observatory is on the hill.');
    await tenant.data('POST', '/api/v2/relationships', {
      from_id: readId,
      to_id: relatedId,
      relationship_type: 'references',
    });
  });

  test('changes the content and the properties in place, and shows the history', async () => {
    const id = await create('Ada prefers tea.', { tags: ['drinks'] });
    const page = await open(id);
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    const content = page.getByLabel('Content');
    await content.fill('Ada prefers green tea.');
    await page.getByLabel('Type', { exact: true }).first().selectOption('insight');
    await page.getByLabel('Tags, separated by commas').fill('drinks, tea');
    await page.getByLabel('Pinned').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ada prefers green tea.').first().waitFor();
    expect(await read(id)).toMatchObject({
      content: 'Ada prefers green tea.',
      memory_type: 'insight',
      tags: ['drinks', 'tea'],
      pinned: true,
    });
    await page.getByText('History of changes').click();
    const history = page.locator('#history');
    expect(await history.textContent()).toMatch(/Changed.*by You.*Tags.*drinks.*Created/s);
    await history.getByText('Content', { exact: true }).click();
    expect(await history.locator('ins', { hasText: 'green' }).isVisible()).toBe(true);
    await checkPage(page, 'memory-history');
  });

  test('moves the focus into the form and back', async () => {
    const page = await open(await create('Ada prefers tea.'));
    const focused = () =>
      page.evaluate<string>('document.activeElement.id || document.activeElement.textContent');
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByLabel('Content').waitFor();
    expect(await focused()).toBe('edit-content');
    await checkPage(page, 'memory-edit');
    await page.getByLabel('Content').press('Escape');
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await eventually(async () => expect(await focused()).toBe('Edit'));
  });

  test('shows both texts of a lost update, and lets the user keep either', async () => {
    const id = await create('The meeting is on Monday.');
    const page = await open(id);
    const edit = async (text: string, other: string) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Content').fill(text);
      await tenant.data('PUT', `/api/v2/memories/${id}`, { content: other });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('This memory was changed while').waitFor();
    };
    await edit('The meeting is on Tuesday.', 'The meeting is on Friday.');
    expect(await page.locator('.conflict del').textContent()).toBe('Friday');
    expect(await page.locator('.conflict ins').textContent()).toBe('Tuesday');
    await checkPage(page, 'memory-conflict');
    await page.getByRole('button', { name: 'Keep what is stored' }).click();
    await page.locator('.memory', { hasText: 'on Friday' }).first().waitFor();
    await edit('The meeting is on Sunday.', 'The meeting is on Saturday.');
    await page.getByRole('button', { name: 'Save your text' }).click();
    await page.locator('.memory', { hasText: 'on Sunday' }).first().waitFor();
    expect(await read(id)).toMatchObject({ content: 'The meeting is on Sunday.' });
  });

  test('formats Markdown, and shows stored markup and unsafe links as text', async () => {
    const id = await create(HOSTILE);
    const page = await open(id);
    const memory = page.locator('.markdown');
    expect(await memory.locator('strong').textContent()).toBe('bold');
    expect(await memory.locator('script, img, [onerror]').count()).toBe(0);
    const links = memory.locator('a');
    expect(await links.count()).toBe(1);
    expect(await links.getAttribute('href')).toBe('https://example.com/');
    expect(await links.getAttribute('rel')).toContain('noreferrer');
    await page.getByText('Show as typed').click();
    expect(await page.locator('details pre').first().textContent()).toBe(HOSTILE);
    await checkPage(page, 'memory-markdown');
  });

  test('lists all relationships in pages, strongest first, and by type', async () => {
    const hub = await create('The hub of everything.');
    const others: string[] = [];
    for (let index = 0; index < 12; index++) others.push(await create(`Spoke ${index}.`));
    await eventually(async () => {
      const relationships = others.map((id, index) => ({
        from_id: hub,
        to_id: id,
        relationship_type: index === 0 ? 'causes' : 'references',
        strength: index === 0 ? 1 : index / 20,
      }));
      expect(await tenant.data('POST', '/api/v2/relationships/bulk', relationships)).toBeDefined();
    });
    const page = await open(hub);
    const contents = () => page.locator('.related .content').allTextContents();
    expect(await page.getByRole('heading', { name: 'Relationships (12)' }).count()).toBe(1);
    const first = await contents();
    expect(first.slice(0, 2)).toEqual(['Spoke 0.', 'Spoke 11.']);
    expect(first).toHaveLength(10);
    await checkPage(page, 'memory-relationships');
    await page.setViewportSize({ width: 390, height: 800 });
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).toBeLessThan(3_000);
    await page.getByRole('link', { name: 'More relationships' }).click();
    await page.waitForURL(/relationships=/);
    expect(await contents()).toEqual(['Spoke 2.', 'Spoke 1.']);
    await page.getByLabel('Type').selectOption('causes');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/type=causes/);
    expect(await contents()).toEqual(['Spoke 0.']);
    expect(await page.getByRole('link', { name: 'Show in the graph' }).getAttribute('href')).toBe(
      `/graph?start=${hub}`,
    );
  });

  test('adds a relationship with the keyboard only, and removes it after a confirmation', async () => {
    const id = await create('Barometers measure air pressure.');
    const other = await create('Torricelli invented an instrument with mercury.');
    await eventually(async () => {
      const { items } = await tenant.data('POST', '/api/v2/search/hybrid', { query: 'Torricelli mercury' });
      expect(items.map((item: { id: string }) => item.id)).toContain(other);
    });
    const page = await open(id);
    await page.getByRole('button', { name: 'Add a relationship' }).press('Enter');
    const picker = page.getByRole('combobox', { name: 'Other memory' });
    await picker.waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('Choose a memory from the list.');
    await page.keyboard.type('Torricelli');
    await page.getByRole('option', { name: /Torricelli/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await checkPage(page, 'memory-add-relationship');
    await page.keyboard.press('Enter');
    await page.getByLabel('Relationship', { exact: true }).selectOption('inspired_by');
    expect(await page.locator('#type-explanation').textContent()).toBe(
      'The first memory took its idea from the other one.',
    );
    await page.getByRole('button', { name: 'Add relationship' }).press('Enter');
    await page.locator('.related .content', { hasText: 'Torricelli' }).waitFor();
    const { items } = await tenant.data('GET', `/api/v2/relationships?memory_id=${id}`);
    expect(items).toMatchObject([{ from_id: id, to_id: other, relationship_type: 'inspired_by' }]);
    await page.getByRole('link', { name: /Remove the relationship/ }).press('Enter');
    await page.getByRole('button', { name: 'Remove relationship' }).press('Enter');
    await page.getByText('The relationship is removed.').waitFor();
    expect((await tenant.data('GET', `/api/v2/relationships?memory_id=${id}`)).items).toEqual([]);
  });

  test.each(['source', 'target'] as const)(
    'keeps the memory of the page when it is the %s of the reported contradiction, and links both ways',
    async (role) => {
      const id = await create(`The office is in Vienna (${role}).`);
      const other = await create(`The office is in Graz (${role}).`);
      const [source, target] = role === 'source' ? [id, other] : [other, id];
      await tenant.data('POST', '/api/v2/memories/contradictions', {
        source_memory_id: source,
        target_memory_id: target,
        contradiction_type: 'direct',
      });
      const page = await open(id);
      await checkPage(page, 'memory-contradiction');
      await page.getByRole('button', { name: 'Keep this memory' }).click();
      await page.getByText('The contradiction is resolved.').waitFor();
      expect([(await read(id)).is_active, (await read(other)).is_active]).toEqual([true, false]);
      await page.getByRole('main').getByRole('link', { name: /Graz/ }).first().click();
      await page.getByRole('link', { name: 'Open the memory that replaced it' }).click();
      await page.waitForURL(`**/memories/${id}`);
    },
  );

  test('shows versions with their changes, the origin and the number of reads', async () => {
    const id = await create('The office has two floors.', { metadata: { conversation_id: 'move' } });
    const { new_memory_id: newId } = await tenant.data('POST', `/api/v2/memories/${id}/evolve`, {
      new_content: 'The office has three floors.',
      evolution_type: 'update',
    });
    const page = await open(newId);
    await page.getByText('Versions (2)').click();
    await page.getByText('Changes', { exact: true }).click();
    expect(await page.locator('.line ins').first().textContent()).toBe('three');
    await page.getByText('Details and origin').click();
    const facts = (await page.locator('dl.facts').first().textContent())!;
    expect(facts).toMatch(/Stored through\s*API key/);
    expect(facts).toMatch(/Read\s*(?:Never|once|\d+ times)/);
    await checkPage(page, 'memory-details');
    await page.getByRole('link', { name: 'All memories of this conversation' }).click();
    await page.waitForURL(/\?id=move$/);
  });

  test('names the author of a memory to an owner, and not to another member', async () => {
    const member = await browser.signIn({ tenant, role: 'member' });
    await member.page.getByText('Store a memory').first().click();
    await member.page.getByLabel('What should Loci remember?').fill('Grace wrote the first compiler.');
    await member.page.getByRole('button', { name: 'Store', exact: true }).click();
    await member.page.getByText('The memory is stored.').waitFor();
    const { items } = await tenant.data('GET', '/api/v2/memories?per_page=1');
    const authorOn = async (page: Page): Promise<string> =>
      (await page.locator('dt', { hasText: 'Stored by' }).locator('+ dd').textContent())!.trim();
    expect(await authorOn(await open(items[0].id))).toBe(member.email);
    expect(await authorOn(await open(items[0].id, { role: 'member', email: 'other@example.com' }))).toMatch(
      /^Another person \([0-9a-f]{4}\)$/,
    );
    const owner = await open(await create('Stored with a key of the workspace.'));
    expect(await authorOn(owner)).toBe('Workspace (API key)');
  });

  test('deletes a memory after a confirmation', async () => {
    const id = await create('Obsolete.');
    const page = await open(id);
    await page.getByRole('link', { name: 'Delete' }).click();
    await checkPage(page, 'memory-delete');
    await page.getByRole('button', { name: 'Delete memory' }).click();
    await page.getByText('The memory is deleted.').waitFor();
    expect((await tenant.call('GET', `/api/v2/memories/${id}`)).status).toBe(404);
  });

  test('shows the same page in German', async () => {
    const id = await create('Ein Satz.');
    const { page } = await browser.signIn({ tenant, path: `/memories/${id}`, context: { locale: 'de-AT' } });
    await page.getByRole('button', { name: 'Bearbeiten' }).waitFor();
    await page.getByText('Verlauf der Änderungen').waitFor();
  });
  test('shows owners who read a memory, by person and application', async () => {
    const { page, email } = await browser.signIn({ tenant, path: `/memories/${readId}`, role: 'member' });
    await page.getByText('Details and origin').waitFor();
    expect(await page.getByText('Who read it').count()).toBe(0);
    await eventually(async () => {
      const { items } = await tenant.data('GET', `/api/v2/memories/${readId}/readers`);
      expect(items).toHaveLength(2);
      expect(items[1].found).toBeGreaterThan(0);
    });
    const owner = await open(readId);
    await owner.getByText('Who read it (2)').click();
    const rows = await owner.locator('#readers tbody tr').allTextContents();
    const cells = rows.map((row) => row.replace(/\s+/g, ' ').trim());
    expect(cells[0]).toMatch(new RegExp(`^${email} This portal 1 0 `));
    expect(cells[1]).toMatch(/^Workspace \(API key\) API key \S+ 1 [1-9]/);
    // The page shows the related memory, which no user has opened. The search of the API key can have found it.
    await owner.getByText('The observatory is on the hill.').first().waitFor();
    const { items: related } = await tenant.data('GET', `/api/v2/memories/${relatedId}/readers`);
    expect(related.filter(({ opened }: { opened: number }) => opened > 0)).toEqual([]);
    await checkPage(owner, 'memory-readers');
    await owner.getByText('Who read it (2)').waitFor();
    const { items: keys } = await tenant.data('GET', `/api/v2/memories/${readId}/readers`);
    const keyId: string = keys[1].key_id;
    const token = await browser.platform().sendToAuthServer({
      method: 'DELETE',
      path: `/admin/api-keys/${keyId}`,
      token: browser.platform().adminToken,
    });
    expect(token.status).toBeLessThan(300);
    await owner.reload();
    await owner.getByText('Who read it (2)').click();
    await owner.getByText(/^API key \S+ \(revoked\)$/).waitFor();
  });
});
