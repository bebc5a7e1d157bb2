// cspell:ignore Ihre Assistenten jetzt Auswahl Charakter Stimme Gewohnheiten Eintrag Höchstens Zeichen erstellen
// cspell:ignore Lehrer Verwenden verwenden zurücksetzen
import { expect, test } from '@jest/globals';
import { checkPage } from './support/check-page.ts';
import { describeInBrowser } from './support/describe-in-browser.ts';

const HOSTILE = '<script>document.title = "attacked"</script>';

describeInBrowser('the personas page of the portal', (browser) => {
  test('chooses a persona, and resets the choice', async () => {
    const { page } = await browser.signIn({ path: '/personas' });
    await page.getByText('You have not chosen a persona.').waitFor();
    await checkPage(page, 'personas');
    await page.getByRole('button', { name: 'Use Teacher' }).click();
    await page.getByText('Your assistants now use Teacher.').waitFor();
    await page.getByText('You have chosen this persona.').waitFor();
    expect(await page.locator('#teacher .state').textContent()).toBe('Active for you');
    expect(await page.getByRole('button', { name: 'Use Teacher' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reset my choice' }).click();
    await page.getByText('Your choice is reset.').waitFor();
    await page.getByText('You have not chosen a persona.').waitFor();
  });

  test('sets and removes the default of the workspace as an owner, which members cannot', async () => {
    const { page, tenant } = await browser.signIn({ path: '/personas' });
    await page.getByRole('button', { name: 'Make default: Research Analyst' }).click();
    await page.getByText('Research Analyst is now the default of the workspace.').waitFor();
    const member = await browser.signIn({ tenant, role: 'member', path: '/personas' });
    await member.page.getByText('This is the default of the workspace.').waitFor();
    expect(await member.page.getByRole('button', { name: /^Make default/ }).count()).toBe(0);
    await member.page.getByRole('button', { name: 'Use Professional' }).click();
    await member.page.getByText('You have chosen this persona.').waitFor();
    await page.getByRole('button', { name: 'Remove the default' }).click();
    await page.getByText('The workspace no longer has a default persona.').waitFor();
  });

  test('adds, changes and deletes an instruction with the keyboard only', async () => {
    const { page } = await browser.signIn({ path: '/personas' });
    await page.getByText('Add an instruction').press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Answer in French.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('language');
    await page.keyboard.press('Enter');
    await page.getByText('The instruction is added.').waitFor();
    await page.getByText('Category language').waitFor();
    await page.getByLabel('Edit “Answer in French.”').press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Answer in Italian.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The instruction is saved.').waitFor();
    await page.getByLabel('Delete “Answer in Italian.”').press('Enter');
    await page.getByRole('button', { name: 'Delete instruction' }).press('Enter');
    await page.getByText('The instruction is deleted.').waitFor();
    await page.getByText('There are no instructions yet.').waitFor();
  });

  test('shows instructions as text, and reports a rejected one next to its field', async () => {
    const { page, tenant } = await browser.signIn({ path: '/personas' });
    await page.getByText('Add an instruction').click();
    await page.getByLabel('Instruction', { exact: true }).fill(`${HOSTILE}\nOn two lines.`);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add instruction' }).click();
    await page.getByRole('heading', { name: 'For everybody in the workspace' }).waitFor();
    await page.locator('.instruction').getByText(HOSTILE).waitFor();
    expect(await page.title()).toBe('Personas · Loci');
    await page.getByText('Add an instruction').click();
    await page.evaluate(`document.querySelector('#new-content').removeAttribute('required')`);
    await page.getByLabel('Category').fill('tone');
    await page.getByRole('button', { name: 'Add instruction' }).click();
    await page.getByRole('alert').getByText('Must not be empty.').waitFor();
    expect(await page.getByLabel('Category').inputValue()).toBe('tone');
    expect(await page.locator('#new-content').getAttribute('aria-invalid')).toBe('true');
    await checkPage(page, 'personas-rejected');
    const member = await browser.signIn({ tenant, role: 'member', path: '/personas' });
    await member.page.getByText(HOSTILE).waitFor();
    expect(await member.page.getByLabel(/^Edit/).count()).toBe(0);
    await member.page.getByRole('link', { name: 'Show as a memory' }).click();
    await member.page.getByRole('link', { name: 'Open the personas' }).waitFor();
    expect(await member.page.locator('[data-island="edit-memory"]').count()).toBe(0);
  });

  test('shows a viewer everything without controls, and rejects the forms of a viewer', async () => {
    const { page, tenant } = await browser.signIn({ role: 'viewer', path: '/personas' });
    await page.getByText('Your role allows you to read personas').waitFor();
    expect(await page.locator('main form').count()).toBe(0);
    await checkPage(page, 'personas-viewer');
    const csrf = await page.locator('meta[name="csrf-token"]').getAttribute('content');
    const send = (path: string, form: Record<string, string>) =>
      page.request.post(`${browser.platform().portalUrl}/personas/${path}`, {
        form: { csrf: csrf!, ...form },
        headers: { origin: browser.platform().portalUrl },
      });
    for (const [path, form] of [
      ['select', { persona_id: 'teacher' }],
      ['reset', {}],
      ['instructions', { content: 'Be brief.' }],
    ] as const) {
      const response = await send(path, form);
      expect([path, response.status()]).toEqual([path, 403]);
      expect(await response.text()).toContain('permission');
    }
    const withoutToken = await send('select', { csrf: '', persona_id: 'teacher' });
    expect(await withoutToken.text()).toContain('This form has expired');
    expect(await tenant.data('GET', '/api/v2/personality')).toMatchObject({ persona_id: null });
  });

  test('explains what the tier of the workspace does not include', async () => {
    const tenant = await browser.platform().createTenant('free');
    const { page } = await browser.signIn({ tenant, path: '/personas' });
    await page.getByText('Custom instructions require the tier premium').waitFor();
    await page.getByText('Requires the tier standard.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Use Teacher' }).count()).toBe(0);
  });

  test('creates, uses, changes and deletes a persona of the workspace', async () => {
    const { page, tenant } = await browser.signIn({ path: '/personas' });
    await page.getByRole('link', { name: 'Create a persona' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill(' ');
    await page.getByLabel('Character').fill(`You are a patient gardener. ${HOSTILE}`);
    await page.getByLabel('Voice').fill('Calm and warm.');
    await page.getByLabel('Habits').fill('Explains with plants\n\nCounts the days to spring');
    await page.getByRole('button', { name: 'Create persona' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Voice').inputValue()).toBe('Calm and warm.');
    await checkPage(page, 'persona-form');
    await page.getByRole('textbox', { name: 'Name' }).fill('Gardener');
    await page.getByRole('button', { name: 'Create persona' }).click();
    await page.getByText('Gardener is created.').waitFor();
    await page.getByRole('button', { name: 'Use Gardener' }).click();
    await page.getByText('Your assistants now use Gardener.').waitFor();
    await checkPage(page, 'personas-custom');

    const member = await browser.signIn({ tenant, role: 'member', path: '/personas' });
    await member.page.getByRole('button', { name: 'Use Gardener' }).waitFor();
    expect(await member.page.getByRole('link', { name: 'Edit Gardener' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Edit Gardener' }).click();
    expect(await page.getByLabel('Habits').inputValue()).toBe(
      'Explains with plants\nCounts the days to spring',
    );
    await page.getByRole('textbox', { name: 'Name' }).fill('Florist');
    await page.getByRole('button', { name: 'Save persona' }).click();
    await page.getByText('Florist is saved.').waitFor();
    await page.goto(`${browser.platform().portalUrl}/briefing`);
    await page.getByText('Name: Florist').waitFor();
    await page.goto(`${browser.platform().portalUrl}/personas`);
    await page.getByRole('link', { name: 'Delete Florist' }).click();
    await page.getByRole('button', { name: 'Delete persona' }).click();
    await page.getByText('The persona is deleted.').waitFor();
    await page.getByText('You have not chosen a persona.').waitFor();
  });

  test('works without JavaScript, in German', async () => {
    const { page } = await browser.signIn({
      path: '/personas',
      context: { javaScriptEnabled: false, locale: 'de-DE' },
    });
    await page.getByRole('button', { name: 'Teacher verwenden' }).click();
    await page.getByText('Ihre Assistenten verwenden jetzt Teacher.').waitFor();
    await page.getByRole('button', { name: 'Auswahl zurücksetzen' }).click();
    await page.getByText('Ihre Auswahl ist zurückgesetzt.').waitFor();
    await page.goto(`${browser.platform().portalUrl}/personas/new`);
    await page.getByLabel('Name').fill('Lehrer');
    await page.getByLabel('Charakter').fill('Lehrer.');
    await page.getByLabel('Stimme').fill('Lehrer.');
    await page.getByLabel('Gewohnheiten').fill(`Lehrer\n${'x'.repeat(400)}`);
    await page.getByRole('button', { name: 'Persona erstellen' }).click();
    expect((await page.getByRole('alert').textContent())!.trim()).toBe(
      'Gewohnheiten, Eintrag 2: Höchstens 300 Zeichen.',
    );
  });
});
