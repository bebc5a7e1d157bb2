import { describe, expect, test } from '@jest/globals';
import { Html, html } from './html.ts';
import { renderPage } from './layout.ts';

describe('html', () => {
  test('escapes what is text, and leaves what is HTML', () => {
    const evil = `<script>"'&`;
    expect(html`<p title="${evil}">${evil}${html`<b>${evil}</b>`}${new Html('<hr>')}</p>`.text).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;' +
        '<b>&lt;script&gt;&quot;&#39;&amp;</b><hr></p>',
    );
  });

  test('joins lists, and shows nothing for nothing', () => {
    expect(html`${[1, 'a', html`<i>b</i>`]}|${null}${undefined}${false}|${0}`.text).toBe('1a<i>b</i>||0');
  });

  test('shows what would change the text around it; emoji and scripts of the world stay', () => {
    expect(html`${'a\u202egnp.exe\u0000'}`.text).toBe('a\ufffdgnp.exe\ufffd');
    expect(html`${'👩‍👧 می‌خواهم\nline'}`.text).toBe('👩‍👧 می‌خواهم\nline');
  });

  test('a page has one title, one stylesheet, no script', () => {
    const page = renderPage({ title: 'A & B', body: html`<p>x</p>` });
    expect(page).toContain('<title>A &amp; B · Loci</title>');
    expect(page.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(page).not.toContain('<script');
  });
});
